package transportpercall

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// droppedBy returns a call of the function that returns the transport, or of one that returns what that
// returns, which drops it: each such call makes another one. It is nil if there is none.
//
//	resp, err := s.client().Do(req)
func droppedBy(p *check.Pass, model *resource.Package, fn *ssa.Function, depth int) *ssa.Call {
	calls, _ := ssaflow.Of(p.Pass).Callers(fn)
	for _, instr := range calls {
		call, ok := instr.(*ssa.Call)
		if !ok || p.Quiet(call.Pos()) {
			continue
		}
		value := resource.Result(call, 0)
		if value == nil || !sends(value.Type()) && !servesOnce(value) {
			continue
		}
		fate := model.Follow(opening(call, value))
		switch {
		case len(fate.Closed) > 0:
		case len(fate.Gone) > 0:
			if !site.HandsOn(fate, resource.Kept, resource.Sent, resource.Captured, resource.Passed) && depth > 0 {
				if at := droppedBy(p, model, call.Parent(), depth-1); at != nil {
					return at
				}
			}
		case len(fate.Leaks) > 0:
			return call
		}
	}
	return nil
}

// memoizes reports whether a function returns what it stores in a sync.Map, or what an earlier call has stored there.
func memoizes(fn *ssa.Function) bool {
	results := make(map[ssa.Value]bool)
	for _, list := range ssaflow.Returns(fn) {
		for _, v := range list {
			results[unboxed(v)] = true
		}
	}
	for instr := range ssaflow.Instrs(fn) {
		if call, ok := instr.(*ssa.Call); ok {
			switch ssaflow.Callee(&call.Call) {
			case "(*sync.Map).Store", "(*sync.Map).LoadOrStore":
				return results[call] || results[unboxed(call.Call.Args[2])]
			}
		}
	}
	return false
}

// unboxed returns what an interface, a type assertion or one of several results is made of.
func unboxed(v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return unboxed(x.X)
	case *ssa.TypeAssert:
		return unboxed(x.X)
	case *ssa.Extract:
		return unboxed(x.Tuple)
	}
	return v
}

// opening is what follows a transport, or a client that has one, from the instruction that makes it.
func opening(at ssa.Instruction, v ssa.Value) *resource.Opening {
	return &resource.Opening{At: at, Value: v, Ends: func(name string) bool { return name == "CloseIdleConnections" }}
}

// sends reports whether values of a type send requests by a transport.
func sends(t types.Type) bool {
	switch callmatch.TypeName(t) {
	case "net/http.Client", "net/http.Transport", "net/http.RoundTripper":
		return true
	}
	return false
}

// servesOnce reports whether a value is a handler that has a transport, a reverse proxy mostly, and is asked
// to serve and then dropped.
//
//	s.proxy(backend).ServeHTTP(w, r)
func servesOnce(v ssa.Value) bool {
	switch callmatch.TypeName(callmatch.Deref(v.Type())) {
	case "net/http.Handler", "net/http/httputil.ReverseProxy":
	default:
		return false
	}
	calls := 0
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr:
		case ssa.CallInstruction:
			if fn := ssaflow.Object(ref.Common()); fn == nil || fn.Name() != "ServeHTTP" {
				return false
			}
			calls++
		default:
			return false
		}
	}
	return calls > 0
}

// declOf returns the declared function around an instruction.
func declOf(in *inspector.Inspector, instr ssa.Instruction) *ast.FuncDecl {
	cur, ok := in.Root().FindByPos(instr.Pos(), instr.Pos())
	if !ok {
		return nil
	}
	decl, _ := astindex.DeclAround(cur).(*ast.FuncDecl)
	return decl
}

// perRequest reports whether a function is called for each request, by its parameters.
func perRequest(p *check.Pass, decl *ast.FuncDecl) bool {
	for v := range p.TypesInfo.Defs[decl.Name].(*types.Func).Signature().Params().Variables() {
		if ctxscope.IsContext(v.Type()) || callmatch.IsType(v.Type(), "net/http.Request") {
			return true
		}
	}
	return false
}
