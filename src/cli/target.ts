import { createClient } from '../client/client.ts'
