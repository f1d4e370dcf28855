import Life

// Read a pattern, and advance it by 1000 generations.
let pattern = try Pattern(contentsOf: "gun.rle")
let gun = try Automaton(pattern)
try gun.advance(by: 1000)
print("generation \(gun.generation), population \(gun.population), engine \(gun.engine)")

// Visit the live cells.
var columns: Set<Int> = []
for cell in try gun.liveCells() { columns.insert(cell.x) }
print("live cells in \(columns.count) columns")

// Write a macrocell file, and an animation of the first 120 generations.
try gun.snapshot().write(to: "after.mc")
try pattern.record(to: "gun.gif", generations: 120)
