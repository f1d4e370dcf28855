package import CCPU

// The kernels under names that C can call; compiled together with them.

@_cdecl("advance_nodes")
package func exportNodes(_ batch: UnsafePointer<life_node_batch>) {
  unsafe advanceNodes(batch)
}

@_cdecl("advance_board")
package func exportBoard(_ band: UnsafePointer<life_board_band>) {
  unsafe advanceBoard(band)
}

@_cdecl("advance_tiles")
package func exportTiles(_ batch: UnsafePointer<life_tile_batch>) {
  unsafe advanceTiles(batch)
}

@_cdecl("advance_blocks")
package func exportBlocks(_ batch: UnsafePointer<life_block_batch>) {
  unsafe advanceBlocks(batch)
}

@_cdecl("advance_sums")
package func exportSums(_ band: UnsafePointer<life_sum_band>) {
  unsafe advanceSums(band)
}

@_cdecl("advance_tallies")
package func exportTallies(_ band: UnsafeMutablePointer<life_tally_band>) {
  unsafe advanceTallies(band)
}

@_cdecl("advance_soup")
package func exportSoup(_ window: UnsafePointer<life_soup_window>) {
  unsafe advanceSoup(window)
}

@_cdecl("isotropic_classes")
package func exportClasses(
  _ classes: UnsafeMutablePointer<UInt8>, _ scratch: UnsafeMutablePointer<UInt64>
) {
  unsafe isotropicClasses(classes, scratch)
}
