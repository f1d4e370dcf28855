// LifeCore
