// LifeTerminal
