import { request } from '../api/http.ts'

export const $cycle = request
