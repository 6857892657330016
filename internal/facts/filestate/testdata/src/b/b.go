package b // want package:`reads \[\]`

import "a"

func Store(name string) error { // want Store:`\[{0 2}\]`
	return a.Save(name, nil)
}
