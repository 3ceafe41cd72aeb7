/** What lands does not hang on luck: generated cases are the same in each run. FC_SEED=… tries others. */
import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['FC_SEED'] ?? 1) })
