/** Fixes the seed of generated cases, so that every run is the same. FC_SEED=… tries others. */
import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['FC_SEED'] ?? 1) })
