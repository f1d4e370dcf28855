import Foundation
import TestSupport
import Testing

/// The rooms of a layer are its folders. A file uses the types of its own room, and of the rooms
/// permitted by a table.
@Suite struct RoomTests {
  /// A room with the other rooms it may use.
  struct Room {
    let name: String
    let uses: Set<String>

    init(_ name: String, uses: String...) {
      self.name = name
      self.uses = Set(uses)
    }
  }

  /// The rooms of each layer, lowest first.
  static let table: [String: [Room]] = [
    "LifeAnalysis": [
      Room("Stepping"),
      Room("Objects", uses: "Stepping"),
      Room("Separation", uses: "Stepping", "Objects"),
      Room("Growth", uses: "Stepping", "Objects", "Separation"),
      Room("Identification", uses: "Stepping", "Objects", "Separation", "Growth"),
      Room("Collisions", uses: "Stepping", "Objects", "Separation"),
      Room(
        "Census", uses: "Stepping", "Objects", "Separation", "Growth", "Identification"),
    ],
    "LifeRun": [
      Room("Process"),
      Room("Stepping", uses: "Process"),
      Room("View", uses: "Process", "Stepping"),
      Room("Input", uses: "Process", "View"),
      Room("Comparison", uses: "Process", "Stepping", "Input"),
      Room("Run", uses: "Process", "Stepping", "View", "Input", "Comparison"),
      Room("Identification", uses: "Process"),
      Room("Census", uses: "Process", "Input", "Run"),
      Room("Simulation", uses: "Process", "Stepping", "View", "Input", "Run"),
    ],
  ]

  @Test(arguments: table.keys.sorted())
  func `a room uses the rooms that the table permits`(layer: String) throws {
    let rooms = try #require(Self.table[layer])
    let files = try Self.files(of: layer)
    let homes = Self.homes(of: files)
    for file in files {
      let room = try #require(
        rooms.first { $0.name == file.room }, "\(file.name) is in no room of the table")
      for word in file.words {
        guard let home = homes[word], home != room.name, !room.uses.contains(home) else { continue }
        Issue.record("\(file.name) uses \(word) of \(home)")
      }
    }
  }

  @Test(arguments: table.keys.sorted())
  func `a room uses lower rooms only`(layer: String) throws {
    var lower: Set<String> = []
    for room in try #require(Self.table[layer]) {
      #expect(room.uses.isSubset(of: lower), "\(room.name) uses a room above it")
      lower.insert(room.name)
    }
  }
}

/// A file of a layer.
private struct File {
  let name: String
  /// The folder in the layer; empty for a file in none.
  let room: String
  /// The types declared for other files.
  let types: [String]
  /// The names of types in the file, except in comments.
  let words: Set<String>

  init(name: String, layer: String, text: String) {
    self.name = name
    let path = name.split(separator: "/").drop { $0 != layer }.dropFirst().dropLast()
    room = path.first.map { String($0) } ?? ""
    let code = text.replacing(#/\/\/.*/#, with: "")
    let declaration =
      #/(?m)^(?:(?:package|public|final|indirect) )*(?:struct|class|enum|protocol|actor) (\w+)/#
    types = code.matches(of: declaration).map { String($0.1) }
    words = Set(code.matches(of: #/\b[A-Z]\w*/#).map { String($0.0) })
  }
}

extension RoomTests {
  fileprivate static func files(of layer: String) throws -> [File] {
    try Project.swiftFiles("Sources/\(layer)").map {
      File(name: $0.name, layer: layer, text: $0.text)
    }
  }

  /// The room of each type.
  fileprivate static func homes(of files: [File]) -> [String: String] {
    var homes: [String: String] = [:]
    for file in files {
      for type in file.types { homes[type] = file.room }
    }
    return homes
  }
}
