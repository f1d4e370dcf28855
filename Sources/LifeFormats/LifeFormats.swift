// LifeFormats
