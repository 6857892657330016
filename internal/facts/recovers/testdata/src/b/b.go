package b

import "a"

func Safe() { // want Safe:"deferred false guarded true"
	defer a.Catch()
}

func Unsafe() { a.Safe() }
