import Life

// Take a pattern of the collection, and advance it by 1000 generations.
// Pattern(contentsOfFile: "gun.rle") reads a file.
let pattern = try Pattern(named: "gosper-gun")
let gun = try Automaton(pattern)
try gun.advance(by: 1000)
print("generation \(gun.generation), population \(gun.population), engine \(gun.engine)")

// Look at every 30th of the next generations.
for try await generation in gun.generations(every: 30, through: 1100) {
  let columns = Set(try gun.liveCells().map(\.x))
  print("generation \(generation): live cells in \(columns.count) columns")
}

// Write a macrocell file, and an animation of the first 120 generations.
try gun.snapshot().write(to: "after.mc")
try pattern.record(to: "gun.gif", generations: 120)
