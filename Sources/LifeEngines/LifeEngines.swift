// LifeEngines
