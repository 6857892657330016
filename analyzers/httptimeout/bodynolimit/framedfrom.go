package bodynolimit

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// readerOf returns what the bytes of a number are read from, nil if that is not known.
func readerOf(number *ssa.Call) ssa.Value {
	if catalog.VarintReads[ssaflow.Callee(&number.Call)] {
		return number.Call.Args[0]
	}
	cut, ok := number.Call.Args[len(number.Call.Args)-1].(*ssa.Slice)
	if !ok {
		return nil
	}
	if r := filledFrom(cut, number); r != nil {
		return r
	}
	return filledFrom(cut.X, number)
}

// filledFrom returns what a call reads a buffer from, or a part of it, before a number is decoded; nil if no
// such call is known.
func filledFrom(buffer ssa.Value, number *ssa.Call) ssa.Value {
	for _, ref := range ssabuild.Referrers(buffer) {
		if part, ok := ref.(*ssa.Slice); ok {
			if r := filledFrom(part, number); r != nil {
				return r
			}
		}
		call, ok := ref.(*ssa.Call)
		if !ok || !ssaflow.Follows(call, number) {
			continue
		}
		if name := ssaflow.Callee(&call.Call); name == "io.ReadFull" || name == "io.ReadAtLeast" {
			return call.Call.Args[0]
		}
	}
	return nil
}
