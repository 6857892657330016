// Package clause stands for the real one.
package clause

type Expression interface{ Build() }

type Locking struct{ Strength string }

func (Locking) Build() {}
