package a

func Catch() { // want Catch:"deferred true guarded false"
	if r := recover(); r != nil {
		println("caught")
	}
}

func Safe() { // want Safe:"deferred false guarded true"
	defer Catch()
}

func Literal() { // want Literal:"deferred false guarded true"
	defer func() { _ = recover() }()
}

// The literal is only called.
func Nested() {
	func() {
		defer func() { _ = recover() }()
	}()
}

func shadowed(recover func() any) { recover() }
