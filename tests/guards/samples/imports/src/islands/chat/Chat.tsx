import { ofetch } from 'ofetch'
import { Login } from '../login/Login.tsx'

export const Chat = () => [ofetch, Login]
