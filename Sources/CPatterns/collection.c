// The files of patterns/. `make golden` rewrites this list, and a test compares it with the folder.
#include "patterns.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char names[] =
    "conduits/boojum-reflector.rle\n"
    "conduits/buckaroo.rle\n"
    "conduits/f116.rle\n"
    "conduits/f117.rle\n"
    "conduits/f171.rle\n"
    "conduits/fx119.rle\n"
    "conduits/fx153.rle\n"
    "conduits/fx158.rle\n"
    "conduits/fx176.rle\n"
    "conduits/fx77.rle\n"
    "conduits/l112.rle\n"
    "conduits/l156.rle\n"
    "conduits/p15-bouncer.rle\n"
    "conduits/p4-bumper.rle\n"
    "conduits/p5-bouncer.rle\n"
    "conduits/p5-bumper.rle\n"
    "conduits/p6-bouncer.rle\n"
    "conduits/p7-bouncer.rle\n"
    "conduits/p8-bouncer.rle\n"
    "conduits/p8-bumper.rle\n"
    "conduits/pentadecathlon-reflector.rle\n"
    "conduits/r190.rle\n"
    "conduits/r64.rle\n"
    "conduits/rectifier.rle\n"
    "conduits/rx202.rle\n"
    "conduits/snark.rle\n"
    "guns/ak94-gun.rle\n"
    "guns/bi-gun.rle\n"
    "guns/double-barrelled-gun.rle\n"
    "guns/edge-shooter.rle\n"
    "guns/gosper-gun.rle\n"
    "guns/new-gun.rle\n"
    "guns/p104-gun.rle\n"
    "guns/p144-gun.rle\n"
    "guns/p184-gun.rle\n"
    "guns/p22-gun.rle\n"
    "guns/p24-gun.rle\n"
    "guns/p246-gun.rle\n"
    "guns/p30-gun.rle\n"
    "guns/p36-gun.rle\n"
    "guns/p44-gun.rle\n"
    "guns/p45-gun.rle\n"
    "guns/p46-gun.rle\n"
    "guns/p48-gun.rle\n"
    "guns/p60-gun.rle\n"
    "guns/p690-gun.rle\n"
    "guns/p90-gun.rle\n"
    "guns/p92-gun.rle\n"
    "guns/simkin-gun.rle\n"
    "methuselahs/7468m.rle\n"
    "methuselahs/acorn.rle\n"
    "methuselahs/b-heptomino.rle\n"
    "methuselahs/blom.rle\n"
    "methuselahs/bunnies.rle\n"
    "methuselahs/century.rle\n"
    "methuselahs/diehard.rle\n"
    "methuselahs/e-heptomino.rle\n"
    "methuselahs/f-heptomino.rle\n"
    "methuselahs/gliders-by-the-dozen.rle\n"
    "methuselahs/h-heptomino.rle\n"
    "methuselahs/herschel.rle\n"
    "methuselahs/iwona.rle\n"
    "methuselahs/justyna.rle\n"
    "methuselahs/lidka.rle\n"
    "methuselahs/multum-in-parvo.rle\n"
    "methuselahs/pi-heptomino.rle\n"
    "methuselahs/r-pentomino.rle\n"
    "methuselahs/rabbits.rle\n"
    "methuselahs/thunderbird.rle\n"
    "names.tsv\n"
    "object-names.tsv\n"
    "oscillators/1-2-3-4.rle\n"
    "oscillators/1-2-3.rle\n"
    "oscillators/101.rle\n"
    "oscillators/114p84.rle\n"
    "oscillators/204p41.rle\n"
    "oscillators/22p36.rle\n"
    "oscillators/29p9.rle\n"
    "oscillators/34p13.rle\n"
    "oscillators/34p64.rle\n"
    "oscillators/35p52.rle\n"
    "oscillators/36p22.rle\n"
    "oscillators/37p10-1.rle\n"
    "oscillators/38p11-1.rle\n"
    "oscillators/38p24.rle\n"
    "oscillators/42p10-1.rle\n"
    "oscillators/42p38.rle\n"
    "oscillators/43p18.rle\n"
    "oscillators/46p22.rle\n"
    "oscillators/47p72.rle\n"
    "oscillators/48p20.rle\n"
    "oscillators/48p31.rle\n"
    "oscillators/49p88.rle\n"
    "oscillators/50p35.rle\n"
    "oscillators/52p44.rle\n"
    "oscillators/54p17-1.rle\n"
    "oscillators/56p18.rle\n"
    "oscillators/56p27.rle\n"
    "oscillators/60p312.rle\n"
    "oscillators/60p33.rle\n"
    "oscillators/65p13-1.rle\n"
    "oscillators/69p48.rle\n"
    "oscillators/74p34.rle\n"
    "oscillators/77p77.rle\n"
    "oscillators/84p87.rle\n"
    "oscillators/87p26.rle\n"
    "oscillators/92p156.rle\n"
    "oscillators/92p59.rle\n"
    "oscillators/94p53.rle\n"
    "oscillators/a-for-all.rle\n"
    "oscillators/achims-p144.rle\n"
    "oscillators/achims-p16.rle\n"
    "oscillators/achims-p4.rle\n"
    "oscillators/achims-p8.rle\n"
    "oscillators/airforce.rle\n"
    "oscillators/almosymmetric.rle\n"
    "oscillators/average.rle\n"
    "oscillators/babbling-brook.rle\n"
    "oscillators/bakers-dozen.rle\n"
    "oscillators/beacon.rle\n"
    "oscillators/beluchenkos-p22.rle\n"
    "oscillators/beluchenkos-p37.rle\n"
    "oscillators/beluchenkos-p51.rle\n"
    "oscillators/bent-keys.rle\n"
    "oscillators/bipole.rle\n"
    "oscillators/blinker.rle\n"
    "oscillators/blocker.rle\n"
    "oscillators/blonker.rle\n"
    "oscillators/boss.rle\n"
    "oscillators/bottle.rle\n"
    "oscillators/burloaferimeter.rle\n"
    "oscillators/by-flops.rle\n"
    "oscillators/candelabra.rle\n"
    "oscillators/candlefrobra.rle\n"
    "oscillators/carnival-shuttle.rle\n"
    "oscillators/caterer.rle\n"
    "oscillators/cauldron.rle\n"
    "oscillators/centinal.rle\n"
    "oscillators/chemist.rle\n"
    "oscillators/clock-2.rle\n"
    "oscillators/clock.rle\n"
    "oscillators/coes-p8.rle\n"
    "oscillators/confused-eaters.rle\n"
    "oscillators/cribbage.rle\n"
    "oscillators/cross.rle\n"
    "oscillators/crown.rle\n"
    "oscillators/cuphook.rle\n"
    "oscillators/david-hilbert.rle\n"
    "oscillators/diamond-ring.rle\n"
    "oscillators/dinner-table.rle\n"
    "oscillators/diuresis.rle\n"
    "oscillators/double-caterer.rle\n"
    "oscillators/double-ewe.rle\n"
    "oscillators/eater-plug.rle\n"
    "oscillators/electric-fence.rle\n"
    "oscillators/elkies-p5.rle\n"
    "oscillators/eureka.rle\n"
    "oscillators/extremely-impressive.rle\n"
    "oscillators/figure-eight.rle\n"
    "oscillators/fore-and-back.rle\n"
    "oscillators/fountain.rle\n"
    "oscillators/four-boats.rle\n"
    "oscillators/fox.rle\n"
    "oscillators/french-kiss.rle\n"
    "oscillators/fumarole.rle\n"
    "oscillators/gabriels-p138.rle\n"
    "oscillators/glasses.rle\n"
    "oscillators/gourmet.rle\n"
    "oscillators/gray-counter.rle\n"
    "oscillators/great-on-off.rle\n"
    "oscillators/harbor.rle\n"
    "oscillators/hebdarole.rle\n"
    "oscillators/hectic.rle\n"
    "oscillators/hertz-oscillator.rle\n"
    "oscillators/hustler.rle\n"
    "oscillators/hw-emulator.rle\n"
    "oscillators/hw-volcano.rle\n"
    "oscillators/interchange.rle\n"
    "oscillators/jack.rle\n"
    "oscillators/jam.rle\n"
    "oscillators/jolson.rle\n"
    "oscillators/karels-p15.rle\n"
    "oscillators/koks-galaxy.rle\n"
    "oscillators/laputa.rle\n"
    "oscillators/light-bulb.rle\n"
    "oscillators/loaflipflop.rle\n"
    "oscillators/lw-emulator.rle\n"
    "oscillators/mathematician.rle\n"
    "oscillators/mazing.rle\n"
    "oscillators/merzenichs-p11.rle\n"
    "oscillators/merzenichs-p18.rle\n"
    "oscillators/mold.rle\n"
    "oscillators/monogram.rle\n"
    "oscillators/muttering-moat.rle\n"
    "oscillators/mw-emulator.rle\n"
    "oscillators/mw-volcano.rle\n"
    "oscillators/negentropy.rle\n"
    "oscillators/octagon-4.rle\n"
    "oscillators/octagon.rle\n"
    "oscillators/odd-keys.rle\n"
    "oscillators/p130-shuttle.rle\n"
    "oscillators/p21-honey-farm-hassler.rle\n"
    "oscillators/p25-honey-farm-hassler.rle\n"
    "oscillators/p28-traffic-light-hassler.rle\n"
    "oscillators/p29-traffic-light-hassler.rle\n"
    "oscillators/p39-traffic-light-hassler.rle\n"
    "oscillators/p40-oscillator.rle\n"
    "oscillators/p42-r-pentomino-hassler.rle\n"
    "oscillators/p43-snark-loop.rle\n"
    "oscillators/p45-honey-farm-hassler.rle\n"
    "oscillators/p47-pre-pulsar-hassler.rle\n"
    "oscillators/p49-bumper-loop.rle\n"
    "oscillators/p50-pi-heptomino-hassler.rle\n"
    "oscillators/p54-shuttle.rle\n"
    "oscillators/p55-century-hassler.rle\n"
    "oscillators/p56-b-heptomino-shuttle.rle\n"
    "oscillators/p57-bumper-loop.rle\n"
    "oscillators/p58-pre-pulsar-hassler.rle\n"
    "oscillators/p6-pipsquirter.rle\n"
    "oscillators/p6-shuttle.rle\n"
    "oscillators/p7-pipsquirter.rle\n"
    "oscillators/pedestle.rle\n"
    "oscillators/pentadecathlon-relay.rle\n"
    "oscillators/pentadecathlon.rle\n"
    "oscillators/pentant.rle\n"
    "oscillators/pentapole.rle\n"
    "oscillators/pentoad.rle\n"
    "oscillators/phoenix.rle\n"
    "oscillators/pi-orbital.rle\n"
    "oscillators/pi-portraitor.rle\n"
    "oscillators/pinwheel.rle\n"
    "oscillators/piston.rle\n"
    "oscillators/popover.rle\n"
    "oscillators/pressure-cooker.rle\n"
    "oscillators/protein.rle\n"
    "oscillators/pseudo-barberpole.rle\n"
    "oscillators/pulsar-quadrant.rle\n"
    "oscillators/pulsar.rle\n"
    "oscillators/pulshuttle-v.rle\n"
    "oscillators/pyrotechnecium.rle\n"
    "oscillators/quad.rle\n"
    "oscillators/quadpole.rle\n"
    "oscillators/quasar.rle\n"
    "oscillators/queen-bee-shuttle.rle\n"
    "oscillators/r2d2.rle\n"
    "oscillators/rats.rle\n"
    "oscillators/rattlesnake.rle\n"
    "oscillators/richs-p16.rle\n"
    "oscillators/ring-of-fire.rle\n"
    "oscillators/roteightor.rle\n"
    "oscillators/sailboat.rle\n"
    "oscillators/ship-in-a-bottle.rle\n"
    "oscillators/short-keys.rle\n"
    "oscillators/siesta.rle\n"
    "oscillators/silvers-p5.rle\n"
    "oscillators/singular-flip-flop.rle\n"
    "oscillators/sixty-nine.rle\n"
    "oscillators/skewed-quad.rle\n"
    "oscillators/smiley.rle\n"
    "oscillators/snacker.rle\n"
    "oscillators/snake-dance.rle\n"
    "oscillators/sombreros.rle\n"
    "oscillators/spark-coil.rle\n"
    "oscillators/star.rle\n"
    "oscillators/statorless-p5.rle\n"
    "oscillators/stillater.rle\n"
    "oscillators/superfountain.rle\n"
    "oscillators/surprise.rle\n"
    "oscillators/t-nosed-p4.rle\n"
    "oscillators/t-nosed-p5.rle\n"
    "oscillators/t-nosed-p6.rle\n"
    "oscillators/tanners-p46.rle\n"
    "oscillators/technician.rle\n"
    "oscillators/test-tube-baby.rle\n"
    "oscillators/toad-flipper.rle\n"
    "oscillators/toad-sucker.rle\n"
    "oscillators/toad.rle\n"
    "oscillators/toaster.rle\n"
    "oscillators/traffic-circle.rle\n"
    "oscillators/traffic-light.rle\n"
    "oscillators/trice-tongs.rle\n"
    "oscillators/tripole.rle\n"
    "oscillators/tumbler.rle\n"
    "oscillators/tumbling-t-tetson.rle\n"
    "oscillators/turning-toads.rle\n"
    "oscillators/twin-bees-shuttle.rle\n"
    "oscillators/twirling-t-tetsons-2.rle\n"
    "oscillators/two-eaters.rle\n"
    "oscillators/unix.rle\n"
    "oscillators/washing-machine.rle\n"
    "oscillators/why-not.rle\n"
    "oscillators/windmill.rle\n"
    "oscillators/worker-bee.rle\n"
    "oscillators/zweiback.rle\n"
    "other-rules/2x2-glider.rle\n"
    "other-rules/2x2-line-puffer.rle\n"
    "other-rules/2x2-p14.rle\n"
    "other-rules/2x2-p26.rle\n"
    "other-rules/2x2-p62.rle\n"
    "other-rules/34-life-glider.rle\n"
    "other-rules/34-life-p12.rle\n"
    "other-rules/alternating-gun.rle\n"
    "other-rules/alternating-spaceship.rle\n"
    "other-rules/billiard-ball-gate.rle\n"
    "other-rules/bosco-photon.rle\n"
    "other-rules/bosco.rle\n"
    "other-rules/brians-brain-glider.rle\n"
    "other-rules/brians-brain-photon.rle\n"
    "other-rules/critters-glider.rle\n"
    "other-rules/day-and-night-p16.rle\n"
    "other-rules/day-and-night-rocket.rle\n"
    "other-rules/hexagonal-p12.rle\n"
    "other-rules/hexagonal-replicator.rle\n"
    "other-rules/highlife-bomber.rle\n"
    "other-rules/highlife-replicator.rle\n"
    "other-rules/langtons-ant.rle\n"
    "other-rules/life-without-death-ladder.rle\n"
    "other-rules/morley-glider.rle\n"
    "other-rules/parity-replicator.rle\n"
    "other-rules/rule-110.rle\n"
    "other-rules/rule-30.rle\n"
    "other-rules/rule-90.rle\n"
    "other-rules/seeds-p4.rle\n"
    "other-rules/seeds-photon.rle\n"
    "other-rules/star-wars-p12.rle\n"
    "other-rules/star-wars-p8.rle\n"
    "other-rules/star-wars-photon.rle\n"
    "other-rules/triangular-glider.rle\n"
    "other-rules/triangular-p8.rle\n"
    "other-rules/wireworld-clock.rle\n"
    "other-rules/wireworld-diode.rle\n"
    "other-rules/wireworld-half-adder.rle\n"
    "other-rules/wireworld-or.rle\n"
    "other-rules/wireworld-xor.rle\n"
    "puffers/2x12-infinite-growth.rle\n"
    "puffers/backrake-2.rle\n"
    "puffers/backrake.rle\n"
    "puffers/backward-space-rake.rle\n"
    "puffers/bi-block-puffer.rle\n"
    "puffers/blinker-puffer-2.rle\n"
    "puffers/blinker-puffer.rle\n"
    "puffers/blinker-ship.rle\n"
    "puffers/block-laying-switch-engine.rle\n"
    "puffers/five-by-five-infinite-growth.rle\n"
    "puffers/frothing-puffer.rle\n"
    "puffers/glider-producing-switch-engine.rle\n"
    "puffers/glider-train.rle\n"
    "puffers/grow-by-one-object.rle\n"
    "puffers/one-line-infinite-growth.rle\n"
    "puffers/puffer-1.rle\n"
    "puffers/puffer-2.rle\n"
    "puffers/pufferfish.rle\n"
    "puffers/space-rake.rle\n"
    "puffers/spacefiller.rle\n"
    "puffers/switch-engine-breeder.rle\n"
    "puffers/ten-cell-infinite-growth.rle\n"
    "puffers/time-bomb.rle\n"
    "puffers/tubstretcher.rle\n"
    "puffers/wickstretcher.rle\n"
    "rules/Banks-I.rule\n"
    "rules/Langtons-Ant.rule\n"
    "rules/Langtons-Loops.rule\n"
    "rules/WireWorld.rule\n"
    "spaceships/119p4h1v0.rle\n"
    "spaceships/2-engine-cordership.rle\n"
    "spaceships/25p3h1v0-1.rle\n"
    "spaceships/25p3h1v0-2.rle\n"
    "spaceships/30p5h2v0.rle\n"
    "spaceships/31p8h4v0.rle\n"
    "spaceships/37p4h1v0.rle\n"
    "spaceships/44p5h2v0.rle\n"
    "spaceships/46p4h1v0.rle\n"
    "spaceships/56p6h1v0.rle\n"
    "spaceships/58p5h1v1.rle\n"
    "spaceships/60p5h2v0.rle\n"
    "spaceships/64p2h1v0.rle\n"
    "spaceships/67p5h1v1.rle\n"
    "spaceships/70p5h2v0.rle\n"
    "spaceships/86p5h1v1.rle\n"
    "spaceships/86p9h3v0.rle\n"
    "spaceships/b29.rle\n"
    "spaceships/big-glider.rle\n"
    "spaceships/brain.rle\n"
    "spaceships/canada-goose.rle\n"
    "spaceships/coe-ship.rle\n"
    "spaceships/copperhead.rle\n"
    "spaceships/crane.rle\n"
    "spaceships/dart.rle\n"
    "spaceships/dragon.rle\n"
    "spaceships/ecologist.rle\n"
    "spaceships/edge-repair-spaceship.rle\n"
    "spaceships/enterprise.rle\n"
    "spaceships/fireship.rle\n"
    "spaceships/flotilla.rle\n"
    "spaceships/fly.rle\n"
    "spaceships/glider.rle\n"
    "spaceships/hammerhead.rle\n"
    "spaceships/hivenudger.rle\n"
    "spaceships/hwss.rle\n"
    "spaceships/loafer.rle\n"
    "spaceships/lobster.rle\n"
    "spaceships/lwss.rle\n"
    "spaceships/mwss.rle\n"
    "spaceships/non-monotonic.rle\n"
    "spaceships/orion-2.rle\n"
    "spaceships/orion.rle\n"
    "spaceships/pufferfish-spaceship.rle\n"
    "spaceships/pushalong.rle\n"
    "spaceships/quarter.rle\n"
    "spaceships/schick-engine.rle\n"
    "spaceships/seal.rle\n"
    "spaceships/sidecar.rle\n"
    "spaceships/sir-robin.rle\n"
    "spaceships/snail.rle\n"
    "spaceships/sparky.rle\n"
    "spaceships/spider.rle\n"
    "spaceships/swan.rle\n"
    "spaceships/turtle.rle\n"
    "spaceships/wasp.rle\n"
    "spaceships/weekender.rle\n"
    "spaceships/x66.rle\n"
    "still-lifes/7x9-eater.rle\n"
    "still-lifes/aircraft-carrier.rle\n"
    "still-lifes/bakery.rle\n"
    "still-lifes/barge.rle\n"
    "still-lifes/beehive-and-dock.rle\n"
    "still-lifes/beehive-with-tail.rle\n"
    "still-lifes/beehive.rle\n"
    "still-lifes/bi-block.rle\n"
    "still-lifes/bi-loaf.rle\n"
    "still-lifes/bi-pond.rle\n"
    "still-lifes/block-on-table.rle\n"
    "still-lifes/block.rle\n"
    "still-lifes/blockade.rle\n"
    "still-lifes/boat-tie.rle\n"
    "still-lifes/boat.rle\n"
    "still-lifes/canoe.rle\n"
    "still-lifes/cloverleaf-interchange.rle\n"
    "still-lifes/dead-spark-coil.rle\n"
    "still-lifes/eater-1.rle\n"
    "still-lifes/eater-2.rle\n"
    "still-lifes/eater-3.rle\n"
    "still-lifes/eater-4.rle\n"
    "still-lifes/elevener.rle\n"
    "still-lifes/fleet.rle\n"
    "still-lifes/hat.rle\n"
    "still-lifes/honey-farm.rle\n"
    "still-lifes/honeycomb.rle\n"
    "still-lifes/hook-with-tail.rle\n"
    "still-lifes/integral-sign.rle\n"
    "still-lifes/lake.rle\n"
    "still-lifes/loaf.rle\n"
    "still-lifes/long-barge.rle\n"
    "still-lifes/long-boat.rle\n"
    "still-lifes/long-ship.rle\n"
    "still-lifes/long-snake.rle\n"
    "still-lifes/loop.rle\n"
    "still-lifes/mango.rle\n"
    "still-lifes/mickey-mouse.rle\n"
    "still-lifes/moose-antlers.rle\n"
    "still-lifes/paperclip.rle\n"
    "still-lifes/pond-on-pond.rle\n"
    "still-lifes/pond.rle\n"
    "still-lifes/quad-pseudo.rle\n"
    "still-lifes/scorpion.rle\n"
    "still-lifes/shillelagh.rle\n"
    "still-lifes/ship-tie.rle\n"
    "still-lifes/ship.rle\n"
    "still-lifes/sidewalk.rle\n"
    "still-lifes/small-lake.rle\n"
    "still-lifes/snake.rle\n"
    "still-lifes/spiral.rle\n"
    "still-lifes/table-on-table.rle\n"
    "still-lifes/tub-with-tail.rle\n"
    "still-lifes/tub.rle\n"
    "still-lifes/twin-hat.rle\n";

static const unsigned char files[] = {
#embed "../../patterns/conduits/boojum-reflector.rle" suffix(, 0,)
#embed "../../patterns/conduits/buckaroo.rle" suffix(, 0,)
#embed "../../patterns/conduits/f116.rle" suffix(, 0,)
#embed "../../patterns/conduits/f117.rle" suffix(, 0,)
#embed "../../patterns/conduits/f171.rle" suffix(, 0,)
#embed "../../patterns/conduits/fx119.rle" suffix(, 0,)
#embed "../../patterns/conduits/fx153.rle" suffix(, 0,)
#embed "../../patterns/conduits/fx158.rle" suffix(, 0,)
#embed "../../patterns/conduits/fx176.rle" suffix(, 0,)
#embed "../../patterns/conduits/fx77.rle" suffix(, 0,)
#embed "../../patterns/conduits/l112.rle" suffix(, 0,)
#embed "../../patterns/conduits/l156.rle" suffix(, 0,)
#embed "../../patterns/conduits/p15-bouncer.rle" suffix(, 0,)
#embed "../../patterns/conduits/p4-bumper.rle" suffix(, 0,)
#embed "../../patterns/conduits/p5-bouncer.rle" suffix(, 0,)
#embed "../../patterns/conduits/p5-bumper.rle" suffix(, 0,)
#embed "../../patterns/conduits/p6-bouncer.rle" suffix(, 0,)
#embed "../../patterns/conduits/p7-bouncer.rle" suffix(, 0,)
#embed "../../patterns/conduits/p8-bouncer.rle" suffix(, 0,)
#embed "../../patterns/conduits/p8-bumper.rle" suffix(, 0,)
#embed "../../patterns/conduits/pentadecathlon-reflector.rle" suffix(, 0,)
#embed "../../patterns/conduits/r190.rle" suffix(, 0,)
#embed "../../patterns/conduits/r64.rle" suffix(, 0,)
#embed "../../patterns/conduits/rectifier.rle" suffix(, 0,)
#embed "../../patterns/conduits/rx202.rle" suffix(, 0,)
#embed "../../patterns/conduits/snark.rle" suffix(, 0,)
#embed "../../patterns/guns/ak94-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/bi-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/double-barrelled-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/edge-shooter.rle" suffix(, 0,)
#embed "../../patterns/guns/gosper-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/new-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/p104-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/p144-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/p184-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/p22-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/p24-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/p246-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/p30-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/p36-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/p44-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/p45-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/p46-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/p48-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/p60-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/p690-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/p90-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/p92-gun.rle" suffix(, 0,)
#embed "../../patterns/guns/simkin-gun.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/7468m.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/acorn.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/b-heptomino.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/blom.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/bunnies.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/century.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/diehard.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/e-heptomino.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/f-heptomino.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/gliders-by-the-dozen.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/h-heptomino.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/herschel.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/iwona.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/justyna.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/lidka.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/multum-in-parvo.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/pi-heptomino.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/r-pentomino.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/rabbits.rle" suffix(, 0,)
#embed "../../patterns/methuselahs/thunderbird.rle" suffix(, 0,)
#embed "../../patterns/names.tsv" suffix(, 0,)
#embed "../../patterns/object-names.tsv" suffix(, 0,)
#embed "../../patterns/oscillators/1-2-3-4.rle" suffix(, 0,)
#embed "../../patterns/oscillators/1-2-3.rle" suffix(, 0,)
#embed "../../patterns/oscillators/101.rle" suffix(, 0,)
#embed "../../patterns/oscillators/114p84.rle" suffix(, 0,)
#embed "../../patterns/oscillators/204p41.rle" suffix(, 0,)
#embed "../../patterns/oscillators/22p36.rle" suffix(, 0,)
#embed "../../patterns/oscillators/29p9.rle" suffix(, 0,)
#embed "../../patterns/oscillators/34p13.rle" suffix(, 0,)
#embed "../../patterns/oscillators/34p64.rle" suffix(, 0,)
#embed "../../patterns/oscillators/35p52.rle" suffix(, 0,)
#embed "../../patterns/oscillators/36p22.rle" suffix(, 0,)
#embed "../../patterns/oscillators/37p10-1.rle" suffix(, 0,)
#embed "../../patterns/oscillators/38p11-1.rle" suffix(, 0,)
#embed "../../patterns/oscillators/38p24.rle" suffix(, 0,)
#embed "../../patterns/oscillators/42p10-1.rle" suffix(, 0,)
#embed "../../patterns/oscillators/42p38.rle" suffix(, 0,)
#embed "../../patterns/oscillators/43p18.rle" suffix(, 0,)
#embed "../../patterns/oscillators/46p22.rle" suffix(, 0,)
#embed "../../patterns/oscillators/47p72.rle" suffix(, 0,)
#embed "../../patterns/oscillators/48p20.rle" suffix(, 0,)
#embed "../../patterns/oscillators/48p31.rle" suffix(, 0,)
#embed "../../patterns/oscillators/49p88.rle" suffix(, 0,)
#embed "../../patterns/oscillators/50p35.rle" suffix(, 0,)
#embed "../../patterns/oscillators/52p44.rle" suffix(, 0,)
#embed "../../patterns/oscillators/54p17-1.rle" suffix(, 0,)
#embed "../../patterns/oscillators/56p18.rle" suffix(, 0,)
#embed "../../patterns/oscillators/56p27.rle" suffix(, 0,)
#embed "../../patterns/oscillators/60p312.rle" suffix(, 0,)
#embed "../../patterns/oscillators/60p33.rle" suffix(, 0,)
#embed "../../patterns/oscillators/65p13-1.rle" suffix(, 0,)
#embed "../../patterns/oscillators/69p48.rle" suffix(, 0,)
#embed "../../patterns/oscillators/74p34.rle" suffix(, 0,)
#embed "../../patterns/oscillators/77p77.rle" suffix(, 0,)
#embed "../../patterns/oscillators/84p87.rle" suffix(, 0,)
#embed "../../patterns/oscillators/87p26.rle" suffix(, 0,)
#embed "../../patterns/oscillators/92p156.rle" suffix(, 0,)
#embed "../../patterns/oscillators/92p59.rle" suffix(, 0,)
#embed "../../patterns/oscillators/94p53.rle" suffix(, 0,)
#embed "../../patterns/oscillators/a-for-all.rle" suffix(, 0,)
#embed "../../patterns/oscillators/achims-p144.rle" suffix(, 0,)
#embed "../../patterns/oscillators/achims-p16.rle" suffix(, 0,)
#embed "../../patterns/oscillators/achims-p4.rle" suffix(, 0,)
#embed "../../patterns/oscillators/achims-p8.rle" suffix(, 0,)
#embed "../../patterns/oscillators/airforce.rle" suffix(, 0,)
#embed "../../patterns/oscillators/almosymmetric.rle" suffix(, 0,)
#embed "../../patterns/oscillators/average.rle" suffix(, 0,)
#embed "../../patterns/oscillators/babbling-brook.rle" suffix(, 0,)
#embed "../../patterns/oscillators/bakers-dozen.rle" suffix(, 0,)
#embed "../../patterns/oscillators/beacon.rle" suffix(, 0,)
#embed "../../patterns/oscillators/beluchenkos-p22.rle" suffix(, 0,)
#embed "../../patterns/oscillators/beluchenkos-p37.rle" suffix(, 0,)
#embed "../../patterns/oscillators/beluchenkos-p51.rle" suffix(, 0,)
#embed "../../patterns/oscillators/bent-keys.rle" suffix(, 0,)
#embed "../../patterns/oscillators/bipole.rle" suffix(, 0,)
#embed "../../patterns/oscillators/blinker.rle" suffix(, 0,)
#embed "../../patterns/oscillators/blocker.rle" suffix(, 0,)
#embed "../../patterns/oscillators/blonker.rle" suffix(, 0,)
#embed "../../patterns/oscillators/boss.rle" suffix(, 0,)
#embed "../../patterns/oscillators/bottle.rle" suffix(, 0,)
#embed "../../patterns/oscillators/burloaferimeter.rle" suffix(, 0,)
#embed "../../patterns/oscillators/by-flops.rle" suffix(, 0,)
#embed "../../patterns/oscillators/candelabra.rle" suffix(, 0,)
#embed "../../patterns/oscillators/candlefrobra.rle" suffix(, 0,)
#embed "../../patterns/oscillators/carnival-shuttle.rle" suffix(, 0,)
#embed "../../patterns/oscillators/caterer.rle" suffix(, 0,)
#embed "../../patterns/oscillators/cauldron.rle" suffix(, 0,)
#embed "../../patterns/oscillators/centinal.rle" suffix(, 0,)
#embed "../../patterns/oscillators/chemist.rle" suffix(, 0,)
#embed "../../patterns/oscillators/clock-2.rle" suffix(, 0,)
#embed "../../patterns/oscillators/clock.rle" suffix(, 0,)
#embed "../../patterns/oscillators/coes-p8.rle" suffix(, 0,)
#embed "../../patterns/oscillators/confused-eaters.rle" suffix(, 0,)
#embed "../../patterns/oscillators/cribbage.rle" suffix(, 0,)
#embed "../../patterns/oscillators/cross.rle" suffix(, 0,)
#embed "../../patterns/oscillators/crown.rle" suffix(, 0,)
#embed "../../patterns/oscillators/cuphook.rle" suffix(, 0,)
#embed "../../patterns/oscillators/david-hilbert.rle" suffix(, 0,)
#embed "../../patterns/oscillators/diamond-ring.rle" suffix(, 0,)
#embed "../../patterns/oscillators/dinner-table.rle" suffix(, 0,)
#embed "../../patterns/oscillators/diuresis.rle" suffix(, 0,)
#embed "../../patterns/oscillators/double-caterer.rle" suffix(, 0,)
#embed "../../patterns/oscillators/double-ewe.rle" suffix(, 0,)
#embed "../../patterns/oscillators/eater-plug.rle" suffix(, 0,)
#embed "../../patterns/oscillators/electric-fence.rle" suffix(, 0,)
#embed "../../patterns/oscillators/elkies-p5.rle" suffix(, 0,)
#embed "../../patterns/oscillators/eureka.rle" suffix(, 0,)
#embed "../../patterns/oscillators/extremely-impressive.rle" suffix(, 0,)
#embed "../../patterns/oscillators/figure-eight.rle" suffix(, 0,)
#embed "../../patterns/oscillators/fore-and-back.rle" suffix(, 0,)
#embed "../../patterns/oscillators/fountain.rle" suffix(, 0,)
#embed "../../patterns/oscillators/four-boats.rle" suffix(, 0,)
#embed "../../patterns/oscillators/fox.rle" suffix(, 0,)
#embed "../../patterns/oscillators/french-kiss.rle" suffix(, 0,)
#embed "../../patterns/oscillators/fumarole.rle" suffix(, 0,)
#embed "../../patterns/oscillators/gabriels-p138.rle" suffix(, 0,)
#embed "../../patterns/oscillators/glasses.rle" suffix(, 0,)
#embed "../../patterns/oscillators/gourmet.rle" suffix(, 0,)
#embed "../../patterns/oscillators/gray-counter.rle" suffix(, 0,)
#embed "../../patterns/oscillators/great-on-off.rle" suffix(, 0,)
#embed "../../patterns/oscillators/harbor.rle" suffix(, 0,)
#embed "../../patterns/oscillators/hebdarole.rle" suffix(, 0,)
#embed "../../patterns/oscillators/hectic.rle" suffix(, 0,)
#embed "../../patterns/oscillators/hertz-oscillator.rle" suffix(, 0,)
#embed "../../patterns/oscillators/hustler.rle" suffix(, 0,)
#embed "../../patterns/oscillators/hw-emulator.rle" suffix(, 0,)
#embed "../../patterns/oscillators/hw-volcano.rle" suffix(, 0,)
#embed "../../patterns/oscillators/interchange.rle" suffix(, 0,)
#embed "../../patterns/oscillators/jack.rle" suffix(, 0,)
#embed "../../patterns/oscillators/jam.rle" suffix(, 0,)
#embed "../../patterns/oscillators/jolson.rle" suffix(, 0,)
#embed "../../patterns/oscillators/karels-p15.rle" suffix(, 0,)
#embed "../../patterns/oscillators/koks-galaxy.rle" suffix(, 0,)
#embed "../../patterns/oscillators/laputa.rle" suffix(, 0,)
#embed "../../patterns/oscillators/light-bulb.rle" suffix(, 0,)
#embed "../../patterns/oscillators/loaflipflop.rle" suffix(, 0,)
#embed "../../patterns/oscillators/lw-emulator.rle" suffix(, 0,)
#embed "../../patterns/oscillators/mathematician.rle" suffix(, 0,)
#embed "../../patterns/oscillators/mazing.rle" suffix(, 0,)
#embed "../../patterns/oscillators/merzenichs-p11.rle" suffix(, 0,)
#embed "../../patterns/oscillators/merzenichs-p18.rle" suffix(, 0,)
#embed "../../patterns/oscillators/mold.rle" suffix(, 0,)
#embed "../../patterns/oscillators/monogram.rle" suffix(, 0,)
#embed "../../patterns/oscillators/muttering-moat.rle" suffix(, 0,)
#embed "../../patterns/oscillators/mw-emulator.rle" suffix(, 0,)
#embed "../../patterns/oscillators/mw-volcano.rle" suffix(, 0,)
#embed "../../patterns/oscillators/negentropy.rle" suffix(, 0,)
#embed "../../patterns/oscillators/octagon-4.rle" suffix(, 0,)
#embed "../../patterns/oscillators/octagon.rle" suffix(, 0,)
#embed "../../patterns/oscillators/odd-keys.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p130-shuttle.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p21-honey-farm-hassler.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p25-honey-farm-hassler.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p28-traffic-light-hassler.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p29-traffic-light-hassler.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p39-traffic-light-hassler.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p40-oscillator.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p42-r-pentomino-hassler.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p43-snark-loop.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p45-honey-farm-hassler.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p47-pre-pulsar-hassler.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p49-bumper-loop.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p50-pi-heptomino-hassler.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p54-shuttle.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p55-century-hassler.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p56-b-heptomino-shuttle.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p57-bumper-loop.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p58-pre-pulsar-hassler.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p6-pipsquirter.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p6-shuttle.rle" suffix(, 0,)
#embed "../../patterns/oscillators/p7-pipsquirter.rle" suffix(, 0,)
#embed "../../patterns/oscillators/pedestle.rle" suffix(, 0,)
#embed "../../patterns/oscillators/pentadecathlon-relay.rle" suffix(, 0,)
#embed "../../patterns/oscillators/pentadecathlon.rle" suffix(, 0,)
#embed "../../patterns/oscillators/pentant.rle" suffix(, 0,)
#embed "../../patterns/oscillators/pentapole.rle" suffix(, 0,)
#embed "../../patterns/oscillators/pentoad.rle" suffix(, 0,)
#embed "../../patterns/oscillators/phoenix.rle" suffix(, 0,)
#embed "../../patterns/oscillators/pi-orbital.rle" suffix(, 0,)
#embed "../../patterns/oscillators/pi-portraitor.rle" suffix(, 0,)
#embed "../../patterns/oscillators/pinwheel.rle" suffix(, 0,)
#embed "../../patterns/oscillators/piston.rle" suffix(, 0,)
#embed "../../patterns/oscillators/popover.rle" suffix(, 0,)
#embed "../../patterns/oscillators/pressure-cooker.rle" suffix(, 0,)
#embed "../../patterns/oscillators/protein.rle" suffix(, 0,)
#embed "../../patterns/oscillators/pseudo-barberpole.rle" suffix(, 0,)
#embed "../../patterns/oscillators/pulsar-quadrant.rle" suffix(, 0,)
#embed "../../patterns/oscillators/pulsar.rle" suffix(, 0,)
#embed "../../patterns/oscillators/pulshuttle-v.rle" suffix(, 0,)
#embed "../../patterns/oscillators/pyrotechnecium.rle" suffix(, 0,)
#embed "../../patterns/oscillators/quad.rle" suffix(, 0,)
#embed "../../patterns/oscillators/quadpole.rle" suffix(, 0,)
#embed "../../patterns/oscillators/quasar.rle" suffix(, 0,)
#embed "../../patterns/oscillators/queen-bee-shuttle.rle" suffix(, 0,)
#embed "../../patterns/oscillators/r2d2.rle" suffix(, 0,)
#embed "../../patterns/oscillators/rats.rle" suffix(, 0,)
#embed "../../patterns/oscillators/rattlesnake.rle" suffix(, 0,)
#embed "../../patterns/oscillators/richs-p16.rle" suffix(, 0,)
#embed "../../patterns/oscillators/ring-of-fire.rle" suffix(, 0,)
#embed "../../patterns/oscillators/roteightor.rle" suffix(, 0,)
#embed "../../patterns/oscillators/sailboat.rle" suffix(, 0,)
#embed "../../patterns/oscillators/ship-in-a-bottle.rle" suffix(, 0,)
#embed "../../patterns/oscillators/short-keys.rle" suffix(, 0,)
#embed "../../patterns/oscillators/siesta.rle" suffix(, 0,)
#embed "../../patterns/oscillators/silvers-p5.rle" suffix(, 0,)
#embed "../../patterns/oscillators/singular-flip-flop.rle" suffix(, 0,)
#embed "../../patterns/oscillators/sixty-nine.rle" suffix(, 0,)
#embed "../../patterns/oscillators/skewed-quad.rle" suffix(, 0,)
#embed "../../patterns/oscillators/smiley.rle" suffix(, 0,)
#embed "../../patterns/oscillators/snacker.rle" suffix(, 0,)
#embed "../../patterns/oscillators/snake-dance.rle" suffix(, 0,)
#embed "../../patterns/oscillators/sombreros.rle" suffix(, 0,)
#embed "../../patterns/oscillators/spark-coil.rle" suffix(, 0,)
#embed "../../patterns/oscillators/star.rle" suffix(, 0,)
#embed "../../patterns/oscillators/statorless-p5.rle" suffix(, 0,)
#embed "../../patterns/oscillators/stillater.rle" suffix(, 0,)
#embed "../../patterns/oscillators/superfountain.rle" suffix(, 0,)
#embed "../../patterns/oscillators/surprise.rle" suffix(, 0,)
#embed "../../patterns/oscillators/t-nosed-p4.rle" suffix(, 0,)
#embed "../../patterns/oscillators/t-nosed-p5.rle" suffix(, 0,)
#embed "../../patterns/oscillators/t-nosed-p6.rle" suffix(, 0,)
#embed "../../patterns/oscillators/tanners-p46.rle" suffix(, 0,)
#embed "../../patterns/oscillators/technician.rle" suffix(, 0,)
#embed "../../patterns/oscillators/test-tube-baby.rle" suffix(, 0,)
#embed "../../patterns/oscillators/toad-flipper.rle" suffix(, 0,)
#embed "../../patterns/oscillators/toad-sucker.rle" suffix(, 0,)
#embed "../../patterns/oscillators/toad.rle" suffix(, 0,)
#embed "../../patterns/oscillators/toaster.rle" suffix(, 0,)
#embed "../../patterns/oscillators/traffic-circle.rle" suffix(, 0,)
#embed "../../patterns/oscillators/traffic-light.rle" suffix(, 0,)
#embed "../../patterns/oscillators/trice-tongs.rle" suffix(, 0,)
#embed "../../patterns/oscillators/tripole.rle" suffix(, 0,)
#embed "../../patterns/oscillators/tumbler.rle" suffix(, 0,)
#embed "../../patterns/oscillators/tumbling-t-tetson.rle" suffix(, 0,)
#embed "../../patterns/oscillators/turning-toads.rle" suffix(, 0,)
#embed "../../patterns/oscillators/twin-bees-shuttle.rle" suffix(, 0,)
#embed "../../patterns/oscillators/twirling-t-tetsons-2.rle" suffix(, 0,)
#embed "../../patterns/oscillators/two-eaters.rle" suffix(, 0,)
#embed "../../patterns/oscillators/unix.rle" suffix(, 0,)
#embed "../../patterns/oscillators/washing-machine.rle" suffix(, 0,)
#embed "../../patterns/oscillators/why-not.rle" suffix(, 0,)
#embed "../../patterns/oscillators/windmill.rle" suffix(, 0,)
#embed "../../patterns/oscillators/worker-bee.rle" suffix(, 0,)
#embed "../../patterns/oscillators/zweiback.rle" suffix(, 0,)
#embed "../../patterns/other-rules/2x2-glider.rle" suffix(, 0,)
#embed "../../patterns/other-rules/2x2-line-puffer.rle" suffix(, 0,)
#embed "../../patterns/other-rules/2x2-p14.rle" suffix(, 0,)
#embed "../../patterns/other-rules/2x2-p26.rle" suffix(, 0,)
#embed "../../patterns/other-rules/2x2-p62.rle" suffix(, 0,)
#embed "../../patterns/other-rules/34-life-glider.rle" suffix(, 0,)
#embed "../../patterns/other-rules/34-life-p12.rle" suffix(, 0,)
#embed "../../patterns/other-rules/alternating-gun.rle" suffix(, 0,)
#embed "../../patterns/other-rules/alternating-spaceship.rle" suffix(, 0,)
#embed "../../patterns/other-rules/billiard-ball-gate.rle" suffix(, 0,)
#embed "../../patterns/other-rules/bosco-photon.rle" suffix(, 0,)
#embed "../../patterns/other-rules/bosco.rle" suffix(, 0,)
#embed "../../patterns/other-rules/brians-brain-glider.rle" suffix(, 0,)
#embed "../../patterns/other-rules/brians-brain-photon.rle" suffix(, 0,)
#embed "../../patterns/other-rules/critters-glider.rle" suffix(, 0,)
#embed "../../patterns/other-rules/day-and-night-p16.rle" suffix(, 0,)
#embed "../../patterns/other-rules/day-and-night-rocket.rle" suffix(, 0,)
#embed "../../patterns/other-rules/hexagonal-p12.rle" suffix(, 0,)
#embed "../../patterns/other-rules/hexagonal-replicator.rle" suffix(, 0,)
#embed "../../patterns/other-rules/highlife-bomber.rle" suffix(, 0,)
#embed "../../patterns/other-rules/highlife-replicator.rle" suffix(, 0,)
#embed "../../patterns/other-rules/langtons-ant.rle" suffix(, 0,)
#embed "../../patterns/other-rules/life-without-death-ladder.rle" suffix(, 0,)
#embed "../../patterns/other-rules/morley-glider.rle" suffix(, 0,)
#embed "../../patterns/other-rules/parity-replicator.rle" suffix(, 0,)
#embed "../../patterns/other-rules/rule-110.rle" suffix(, 0,)
#embed "../../patterns/other-rules/rule-30.rle" suffix(, 0,)
#embed "../../patterns/other-rules/rule-90.rle" suffix(, 0,)
#embed "../../patterns/other-rules/seeds-p4.rle" suffix(, 0,)
#embed "../../patterns/other-rules/seeds-photon.rle" suffix(, 0,)
#embed "../../patterns/other-rules/star-wars-p12.rle" suffix(, 0,)
#embed "../../patterns/other-rules/star-wars-p8.rle" suffix(, 0,)
#embed "../../patterns/other-rules/star-wars-photon.rle" suffix(, 0,)
#embed "../../patterns/other-rules/triangular-glider.rle" suffix(, 0,)
#embed "../../patterns/other-rules/triangular-p8.rle" suffix(, 0,)
#embed "../../patterns/other-rules/wireworld-clock.rle" suffix(, 0,)
#embed "../../patterns/other-rules/wireworld-diode.rle" suffix(, 0,)
#embed "../../patterns/other-rules/wireworld-half-adder.rle" suffix(, 0,)
#embed "../../patterns/other-rules/wireworld-or.rle" suffix(, 0,)
#embed "../../patterns/other-rules/wireworld-xor.rle" suffix(, 0,)
#embed "../../patterns/puffers/2x12-infinite-growth.rle" suffix(, 0,)
#embed "../../patterns/puffers/backrake-2.rle" suffix(, 0,)
#embed "../../patterns/puffers/backrake.rle" suffix(, 0,)
#embed "../../patterns/puffers/backward-space-rake.rle" suffix(, 0,)
#embed "../../patterns/puffers/bi-block-puffer.rle" suffix(, 0,)
#embed "../../patterns/puffers/blinker-puffer-2.rle" suffix(, 0,)
#embed "../../patterns/puffers/blinker-puffer.rle" suffix(, 0,)
#embed "../../patterns/puffers/blinker-ship.rle" suffix(, 0,)
#embed "../../patterns/puffers/block-laying-switch-engine.rle" suffix(, 0,)
#embed "../../patterns/puffers/five-by-five-infinite-growth.rle" suffix(, 0,)
#embed "../../patterns/puffers/frothing-puffer.rle" suffix(, 0,)
#embed "../../patterns/puffers/glider-producing-switch-engine.rle" suffix(, 0,)
#embed "../../patterns/puffers/glider-train.rle" suffix(, 0,)
#embed "../../patterns/puffers/grow-by-one-object.rle" suffix(, 0,)
#embed "../../patterns/puffers/one-line-infinite-growth.rle" suffix(, 0,)
#embed "../../patterns/puffers/puffer-1.rle" suffix(, 0,)
#embed "../../patterns/puffers/puffer-2.rle" suffix(, 0,)
#embed "../../patterns/puffers/pufferfish.rle" suffix(, 0,)
#embed "../../patterns/puffers/space-rake.rle" suffix(, 0,)
#embed "../../patterns/puffers/spacefiller.rle" suffix(, 0,)
#embed "../../patterns/puffers/switch-engine-breeder.rle" suffix(, 0,)
#embed "../../patterns/puffers/ten-cell-infinite-growth.rle" suffix(, 0,)
#embed "../../patterns/puffers/time-bomb.rle" suffix(, 0,)
#embed "../../patterns/puffers/tubstretcher.rle" suffix(, 0,)
#embed "../../patterns/puffers/wickstretcher.rle" suffix(, 0,)
#embed "../../patterns/rules/Banks-I.rule" suffix(, 0,)
#embed "../../patterns/rules/Langtons-Ant.rule" suffix(, 0,)
#embed "../../patterns/rules/Langtons-Loops.rule" suffix(, 0,)
#embed "../../patterns/rules/WireWorld.rule" suffix(, 0,)
#embed "../../patterns/spaceships/119p4h1v0.rle" suffix(, 0,)
#embed "../../patterns/spaceships/2-engine-cordership.rle" suffix(, 0,)
#embed "../../patterns/spaceships/25p3h1v0-1.rle" suffix(, 0,)
#embed "../../patterns/spaceships/25p3h1v0-2.rle" suffix(, 0,)
#embed "../../patterns/spaceships/30p5h2v0.rle" suffix(, 0,)
#embed "../../patterns/spaceships/31p8h4v0.rle" suffix(, 0,)
#embed "../../patterns/spaceships/37p4h1v0.rle" suffix(, 0,)
#embed "../../patterns/spaceships/44p5h2v0.rle" suffix(, 0,)
#embed "../../patterns/spaceships/46p4h1v0.rle" suffix(, 0,)
#embed "../../patterns/spaceships/56p6h1v0.rle" suffix(, 0,)
#embed "../../patterns/spaceships/58p5h1v1.rle" suffix(, 0,)
#embed "../../patterns/spaceships/60p5h2v0.rle" suffix(, 0,)
#embed "../../patterns/spaceships/64p2h1v0.rle" suffix(, 0,)
#embed "../../patterns/spaceships/67p5h1v1.rle" suffix(, 0,)
#embed "../../patterns/spaceships/70p5h2v0.rle" suffix(, 0,)
#embed "../../patterns/spaceships/86p5h1v1.rle" suffix(, 0,)
#embed "../../patterns/spaceships/86p9h3v0.rle" suffix(, 0,)
#embed "../../patterns/spaceships/b29.rle" suffix(, 0,)
#embed "../../patterns/spaceships/big-glider.rle" suffix(, 0,)
#embed "../../patterns/spaceships/brain.rle" suffix(, 0,)
#embed "../../patterns/spaceships/canada-goose.rle" suffix(, 0,)
#embed "../../patterns/spaceships/coe-ship.rle" suffix(, 0,)
#embed "../../patterns/spaceships/copperhead.rle" suffix(, 0,)
#embed "../../patterns/spaceships/crane.rle" suffix(, 0,)
#embed "../../patterns/spaceships/dart.rle" suffix(, 0,)
#embed "../../patterns/spaceships/dragon.rle" suffix(, 0,)
#embed "../../patterns/spaceships/ecologist.rle" suffix(, 0,)
#embed "../../patterns/spaceships/edge-repair-spaceship.rle" suffix(, 0,)
#embed "../../patterns/spaceships/enterprise.rle" suffix(, 0,)
#embed "../../patterns/spaceships/fireship.rle" suffix(, 0,)
#embed "../../patterns/spaceships/flotilla.rle" suffix(, 0,)
#embed "../../patterns/spaceships/fly.rle" suffix(, 0,)
#embed "../../patterns/spaceships/glider.rle" suffix(, 0,)
#embed "../../patterns/spaceships/hammerhead.rle" suffix(, 0,)
#embed "../../patterns/spaceships/hivenudger.rle" suffix(, 0,)
#embed "../../patterns/spaceships/hwss.rle" suffix(, 0,)
#embed "../../patterns/spaceships/loafer.rle" suffix(, 0,)
#embed "../../patterns/spaceships/lobster.rle" suffix(, 0,)
#embed "../../patterns/spaceships/lwss.rle" suffix(, 0,)
#embed "../../patterns/spaceships/mwss.rle" suffix(, 0,)
#embed "../../patterns/spaceships/non-monotonic.rle" suffix(, 0,)
#embed "../../patterns/spaceships/orion-2.rle" suffix(, 0,)
#embed "../../patterns/spaceships/orion.rle" suffix(, 0,)
#embed "../../patterns/spaceships/pufferfish-spaceship.rle" suffix(, 0,)
#embed "../../patterns/spaceships/pushalong.rle" suffix(, 0,)
#embed "../../patterns/spaceships/quarter.rle" suffix(, 0,)
#embed "../../patterns/spaceships/schick-engine.rle" suffix(, 0,)
#embed "../../patterns/spaceships/seal.rle" suffix(, 0,)
#embed "../../patterns/spaceships/sidecar.rle" suffix(, 0,)
#embed "../../patterns/spaceships/sir-robin.rle" suffix(, 0,)
#embed "../../patterns/spaceships/snail.rle" suffix(, 0,)
#embed "../../patterns/spaceships/sparky.rle" suffix(, 0,)
#embed "../../patterns/spaceships/spider.rle" suffix(, 0,)
#embed "../../patterns/spaceships/swan.rle" suffix(, 0,)
#embed "../../patterns/spaceships/turtle.rle" suffix(, 0,)
#embed "../../patterns/spaceships/wasp.rle" suffix(, 0,)
#embed "../../patterns/spaceships/weekender.rle" suffix(, 0,)
#embed "../../patterns/spaceships/x66.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/7x9-eater.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/aircraft-carrier.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/bakery.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/barge.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/beehive-and-dock.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/beehive-with-tail.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/beehive.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/bi-block.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/bi-loaf.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/bi-pond.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/block-on-table.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/block.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/blockade.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/boat-tie.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/boat.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/canoe.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/cloverleaf-interchange.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/dead-spark-coil.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/eater-1.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/eater-2.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/eater-3.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/eater-4.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/elevener.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/fleet.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/hat.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/honey-farm.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/honeycomb.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/hook-with-tail.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/integral-sign.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/lake.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/loaf.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/long-barge.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/long-boat.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/long-ship.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/long-snake.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/loop.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/mango.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/mickey-mouse.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/moose-antlers.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/paperclip.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/pond-on-pond.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/pond.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/quad-pseudo.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/scorpion.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/shillelagh.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/ship-tie.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/ship.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/sidewalk.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/small-lake.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/snake.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/spiral.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/table-on-table.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/tub-with-tail.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/tub.rle" suffix(, 0,)
#embed "../../patterns/still-lifes/twin-hat.rle" suffix(, 0,)
};

struct life_collection life_collection(void) {
  return (struct life_collection){names, sizeof names - 1, files, sizeof files};
}
