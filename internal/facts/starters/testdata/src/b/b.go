package b

import "a"

func Watch(watch func()) { // want Watch:"starts 0"
	a.Safe("watch", func(int) error { watch(); return nil })
}

func Hooked(f func()) { a.Hook(f) }
