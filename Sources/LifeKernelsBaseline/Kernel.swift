package func kernelLevelName() -> Int { 1 }
