package b

import _ "a"

func none(f func(string)) { f("WHERE status = 'running', in no statement") }
