/** Starts offline reading with the first page of a logged-in person. */
import { followOwner } from '../../lib/stores/offline/followed-pages.ts'

followOwner()
