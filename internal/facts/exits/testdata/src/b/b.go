package b

import "a"

func Check(err error) { a.FatalIfError(err) } // want Check:"failed 1 true 0"

func Die() { a.Indirect() } // want Die:"always"
