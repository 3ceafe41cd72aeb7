import { test } from 'vitest'
import { checkChanges, FILES } from './testing/change-file.ts'

test.each(FILES)(
  '$file is the same unchanged; a value changed or taken away leaves all other lines',
  checkChanges,
)
