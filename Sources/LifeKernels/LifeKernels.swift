internal import CCPU
package func cpuLevel() -> Int { life_cpu_has_v4() != 0 ? 4 : life_cpu_has_v3() != 0 ? 3 : 1 }
