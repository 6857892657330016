package statusnotchecked

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// answer is what becomes of a response.
type answer struct {
	p      *check.Pass
	call   *ssa.Call
	looked token.Pos // where the status is read
	given  token.Pos // where other code gets the response
	data   token.Pos // where the body is used
	closed bool
	doubts []check.Doubt
	seen   map[ssa.Value]bool
}

func (a *answer) doubt(d *verdict.Doubt, at token.Pos) {
	a.doubts = append(a.doubts, check.Doubting(d, at))
}

// callee looks whether the function of the package that sends the request looks at the status.
func (a *answer) callee() {
	fn := a.call.Call.StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg != a.p.Pkg {
		return
	}
	for instr := range ssaflow.Instrs(fn) {
		if addr, ok := instr.(*ssa.FieldAddr); ok && readsStatus(addr) {
			a.looked = addr.Pos()
		}
		if call, ok := instr.(ssa.CallInstruction); ok && call.Common().StaticCallee() != nil {
			for _, arg := range call.Common().Args {
				if callmatch.TypeName(callmatch.Deref(arg.Type())) == "net/http.Response" {
					a.given = call.Pos() // it may look
				}
			}
		}
	}
}

func readsStatus(addr *ssa.FieldAddr) bool {
	name := ssaflow.OwnedField(addr)
	return name == "net/http.Response.StatusCode" || name == "net/http.Response.Status"
}

// each calls use with each instruction that uses a value, or the same in another variable or literal.
func (a *answer) each(v ssa.Value, use func(ssa.Value, ssa.Instruction)) {
	if a.seen[v] || v.Referrers() == nil {
		return
	}
	a.seen[v] = true
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.BinOp:
			if _, text := v.Type().Underlying().(*types.Basic); text {
				use(v, ref)
			}
		case *ssa.Phi, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.MakeInterface, *ssa.TypeAssert, *ssa.Convert, *ssa.Slice:
			a.each(ref.(ssa.Value), use)
		case *ssa.Store:
			if cell, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v {
				a.cell(cell, ref, use)
			} else if ref.Val == v {
				use(v, ref)
			}
		default:
			use(v, ref)
		}
	}
}

// cell does the same for what a variable holds after it is stored; other values may be in it before, as in that of a
// result.
func (a *answer) cell(cell ssa.Value, store ssa.Instruction, use func(ssa.Value, ssa.Instruction)) {
	if a.seen[cell] || cell.Referrers() == nil {
		return
	}
	a.seen[cell] = true
	for _, ref := range ssabuild.Referrers(cell) {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			if ref.Parent() != store.Parent() || ssaflow.Follows(store, ref) {
				a.each(ref, use)
			}
		case *ssa.MakeClosure:
			for i, bound := range ref.Bindings {
				if bound == cell {
					a.cell(ref.Fn.(*ssa.Function).FreeVars[i], store, use)
				}
			}
		}
	}
}

// response follows a response.
func (a *answer) response(v ssa.Value) {
	a.each(v, func(v ssa.Value, use ssa.Instruction) {
		switch use := use.(type) {
		case *ssa.FieldAddr:
			a.field(use)
		case ssa.CallInstruction:
			a.passed(v, use)
		default:
			a.given = use.Pos()
			if !a.given.IsValid() {
				a.given = a.call.Pos()
			}
		}
	})
}

func (a *answer) field(addr *ssa.FieldAddr) {
	switch ssaflow.Field(addr).Name() {
	case "StatusCode", "Status":
		a.looked = addr.Pos()
	case "Header", "ContentLength", "Request":
		a.doubt(verdict.TellsItself, addr.Pos())
	case "Body":
		for _, ref := range ssabuild.Referrers(addr) {
			if load, ok := ref.(*ssa.UnOp); ok {
				a.body(load)
			}
		}
	}
}

// passed follows a response into a function of the package; others may look at its status.
func (a *answer) passed(v ssa.Value, call ssa.CallInstruction) {
	fn := call.Common().StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg != a.p.Pkg {
		a.given = call.Pos()
		return
	}
	for i, arg := range call.Common().Args {
		if arg == v && i < len(fn.Params) {
			a.response(fn.Params[i])
		}
	}
}

// unread returns the doubt of a request whose answer nothing reads: one that changes nothing is perhaps for the answer
// alone, and what one deletes may be gone already.
func unread(call *ssa.Call) []check.Doubt {
	if catalog.AsksOnly[ssaflow.Callee(&call.Call)] {
		return []check.Doubt{check.Doubting(verdict.OnlyAsks, call.Pos())}
	}
	for _, arg := range call.Call.Args {
		made, ok := arg.(*ssa.Extract)
		if !ok {
			continue
		}
		req, ok := made.Tuple.(*ssa.Call)
		at, known := catalog.RequestMethods[callee(req, ok)]
		if !known {
			continue
		}
		switch method(req.Call.Args[at]) {
		case "", "GET", "HEAD":
			return []check.Doubt{check.Doubting(verdict.OnlyAsks, req.Pos())}
		case "DELETE":
			return []check.Doubt{check.Doubting(verdict.MayBeGone, req.Pos())}
		}
	}
	return nil
}

func callee(call *ssa.Call, ok bool) string {
	if !ok {
		return ""
	}
	return ssaflow.Callee(&call.Call)
}

// method returns the method of a request, "?" where it is no constant.
func method(v ssa.Value) string {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "?"
	}
	return constant.StringVal(c.Value)
}
