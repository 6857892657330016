package bodynolimit

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// acceptedConn is what a [tracer] returns for a connection that the program has accepted.
const acceptedConn = "net.Conn"

// framed reports memory that is allocated for as many bytes as the other side of an accepted connection says:
//
//	if _, err := io.ReadFull(r, header[:]); err != nil { … }
//	n := binary.BigEndian.Uint32(header[:])
//	frame := make([]byte, n)
//
// Safe is a number that is compared with another one, cut to some bits or passed to a function.
func framed(p *check.Pass) {
	var flow *ssaflow.Flow
	for _, imported := range p.Pkg.Imports() {
		if imported.Path() == "encoding/binary" {
			flow = ssaflow.Of(p.Pass)
		}
	}
	if flow == nil {
		return
	}
	for _, fn := range flow.SSA.Funcs {
		if p.Quiet(fn.Pos()) {
			continue
		}
		for instr := range ssaflow.Instrs(fn) {
			if made, ok := instr.(*ssa.MakeSlice); ok {
				frame(p, flow, made)
			}
		}
	}
}

func frame(p *check.Pass, flow *ssaflow.Flow, made *ssa.MakeSlice) {
	elem := made.Type().Underlying().(*types.Slice).Elem()
	number := numberOf(made.Len, maxSteps)
	if number == nil || !types.Identical(elem, types.Typ[types.Byte]) || limitedNumber(number, maxSteps) {
		return
	}
	t := &tracer{flow: flow, conns: true}
	if t.body(readerOf(number), maxSteps) != acceptedConn {
		return
	}
	p.Report(check.Finding{
		At: check.Span(made.Pos(), made.Pos()+1),
		Message: fmt.Sprintf("one frame can exhaust the memory: a client says at %s how many bytes are allocated here, and nothing compares the number with a limit",
			p.Where(number.Pos(), made.Pos())),
		Trace: []check.Hop{{Pos: number.Pos(), Message: "the number that was read"}},
	})
}

// numberOf returns the call that decodes a number of 32 bits or more which a value is made of, nil if there
// is none.
func numberOf(v ssa.Value, steps int) *ssa.Call {
	if steps == 0 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Convert:
		return numberOf(v.X, steps-1)
	case *ssa.ChangeType:
		return numberOf(v.X, steps-1)
	case *ssa.Extract:
		if v.Index == 0 {
			return numberOf(v.Tuple, steps-1)
		}
	case *ssa.BinOp:
		if _, ok := v.Y.(*ssa.Const); ok && (v.Op == token.ADD || v.Op == token.SUB || v.Op == token.MUL) {
			return numberOf(v.X, steps-1)
		}
	case *ssa.Call:
		if name := ssaflow.Callee(&v.Call); catalog.FixedReads[name] >= 4 || catalog.VarintReads[name] {
			return v
		}
	}
	return nil
}

// limitedNumber reports whether a number, or what is made of it, is compared with another one than zero, or
// goes where it may be.
func limitedNumber(v ssa.Value, steps int) bool {
	if steps == 0 {
		return true
	}
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.BinOp:
			if callmatch.Compares(ref.Op) {
				if !zero(ref.X) && !zero(ref.Y) {
					return true
				}
			} else if limitedNumber(ref, steps-1) {
				return true
			}
		case *ssa.Convert, *ssa.ChangeType:
			if limitedNumber(ref.(ssa.Value), steps-1) {
				return true
			}
		case *ssa.Extract:
			if ref.Index == 0 && limitedNumber(ref, steps-1) {
				return true
			}
		case *ssa.MakeSlice, *ssa.DebugRef:
		default:
			return true // a call, a field, or the variable of a loop
		}
	}
	return false
}

func zero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Int64() == 0
}
