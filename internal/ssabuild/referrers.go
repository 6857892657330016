package ssabuild

import "golang.org/x/tools/go/ssa"

// Referrers returns the instructions that use a value. Those of a constant, a function of a package and a package
// variable are not listed (see [ssa.Value]): there are none for these.
func Referrers(v interface{ Referrers() *[]ssa.Instruction }) []ssa.Instruction {
	if uses := v.Referrers(); uses != nil {
		return *uses
	}
	return nil
}
