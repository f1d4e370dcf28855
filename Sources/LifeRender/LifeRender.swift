// LifeRender
