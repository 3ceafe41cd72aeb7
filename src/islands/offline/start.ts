/** Offline reading: begins with the first page of who is logged in. */
import { followOwner } from '../../lib/stores/offline/followed-pages.ts'

followOwner()
