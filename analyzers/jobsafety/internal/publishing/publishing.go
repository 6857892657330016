// Package publishing finds calls that pass something to a broker or a cache.
package publishing

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Call returns the call that publishes, call itself or one in a function of the
// package that it calls.
func Call(p *check.Pass, call *ast.CallExpr, depth int) (found *ast.CallExpr) {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil {
		return nil
	}
	if catalog.Publishes[callmatch.Name(fn)] || stands(fn) {
		return call
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || depth == 0 {
		return nil
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok || found != nil {
			return false
		}
		if inner, ok := n.(*ast.CallExpr); ok {
			found = Call(p, inner, depth-1)
		}
		return found == nil
	})
	return found
}

// stands reports whether a method of an interface stands for one that publishes: it has the name
// of one, and takes what the client of the broker sends.
//
//	type Events interface { WriteMessages(ctx context.Context, ms ...kafka.Message) error }
func stands(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		return recv != nil && sendsBytes(fn)
	}
	if sendsBytes(fn) {
		return true
	}
	for v := range fn.Signature().Params().Variables() {
		t := v.Type()
		if list, ok := t.Underlying().(*types.Slice); ok {
			t = list.Elem()
		}
		if named := callmatch.Named(t); named != nil && named.Obj().Pkg() != nil && catalog.PublishedBy(named.Obj().Pkg().Path(), fn.Name()) {
			return true
		}
	}
	return false
}

// sendsBytes reports whether a method, by its name and parameters, publishes what is encoded already, to a
// topic or subject:
//
//	Publish(ctx context.Context, topic string, data []byte) error
func sendsBytes(fn *types.Func) bool {
	if !catalog.PublishWords[catalog.Words(fn.Name())[0]] || !callmatch.CanFail(fn.Signature()) {
		return false
	}
	topic, data := false, false
	for v := range fn.Signature().Params().Variables() {
		topic = topic || types.Identical(v.Type().Underlying(), types.Typ[types.String])
		data = data || types.Identical(v.Type().Underlying(), types.NewSlice(types.Typ[types.Byte]))
	}
	return topic && data
}
