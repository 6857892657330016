package nackmissing

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportStreams reports reads of a Redis stream as a member of a group, in a package that handles
// the entries and acknowledges none:
//
//	res, err := rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: g, Consumer: c, Streams: []string{s, ">"}}).Result()
//
// Silent are reads with NoAck, a package with anything that acknowledges by its name, unless it only
// does so for entries that it drops, and a function that returns the entries.
func reportStreams(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if !catalog.GroupReads[callmatch.CatalogName(p.Pkg, p.TypesInfo, call, catalog.GroupReads)] || p.Quiet(call.Pos()) {
			continue
		}
		around, ok := astindex.FuncAround(cur)
		if !ok || returnsEntries(p, around) || withoutAck(p, around) {
			continue
		}
		var doubts []check.Doubt
		if at := passesEntries(p, in); at != nil {
			doubts = append(doubts, check.Doubting(verdict.UnknownCallee, at.Pos()))
		}
		if acknowledges(p, in) {
			reportDropped(p, in, doubts)
			return
		}
		p.Report(check.Finding{
			At: call.Fun,
			Message: fmt.Sprintf("entries stay pending forever, and the server keeps a list of them that only grows: nothing acknowledges what %s reads",
				p.Name(call.Fun)),
			Doubts: doubts,
		})
	}
}

// acknowledges reports whether the package mentions what acknowledges, by its name, or a command
// that does.
func acknowledges(p *check.Pass, in *inspector.Inspector) bool {
	for _, obj := range p.TypesInfo.Uses {
		if saysAck(obj) {
			return true
		}
	}
	for cur := range in.Root().Preorder((*ast.BasicLit)(nil)) {
		value := p.TypesInfo.Types[cur.Node().(*ast.BasicLit)].Value
		if value != nil && value.Kind() == constant.String && catalog.AckCommands[constant.StringVal(value)] {
			return true
		}
	}
	return false
}

// saysAck reports whether a function acknowledges, by its name.
func saysAck(obj types.Object) bool {
	_, calls := obj.Type().Underlying().(*types.Signature)
	return calls && slices.ContainsFunc(catalog.Words(obj.Name()), func(w string) bool { return catalog.AckWords[w] })
}

// returnsEntries reports whether a function has entries of a stream, or the answer to a command,
// among its results.
func returnsEntries(p *check.Pass, fn inspector.Cursor) bool {
	sig, _ := signatureOf(p, fn).(*types.Signature)
	if sig == nil {
		return true
	}
	for v := range sig.Results().Variables() {
		if !callmatch.IsError(v.Type()) {
			return true
		}
	}
	return false
}

func signatureOf(p *check.Pass, fn inspector.Cursor) types.Type {
	switch n := fn.Node().(type) {
	case *ast.FuncDecl:
		return p.TypesInfo.Defs[n.Name].Type()
	case *ast.FuncLit:
		return p.TypesInfo.TypeOf(n)
	}
	return nil
}

// withoutAck reports whether a function reads without a need to acknowledge, or may do so.
func withoutAck(p *check.Pass, fn inspector.Cursor) bool {
	for c := range fn.Preorder((*ast.Ident)(nil)) {
		name := c.Node().(*ast.Ident).Name
		if name == "NoAck" || name == "Noack" {
			return true
		}
	}
	return false
}

// passesEntries returns a call that is given entries of a stream and whose body is not known here.
func passesEntries(p *check.Pass, in *inspector.Inspector) ast.Node {
	for _, to := range calls.All(p.Pass) {
		call := to.Expr
		tv := p.TypesInfo.Types[call.Fun]
		fn := to.Func
		if !tv.IsValue() || fn != nil && astindex.Of(p.Pass).Decls[fn.Origin()] != nil {
			continue
		}
		for _, arg := range call.Args {
			if catalog.StreamEntries[callmatch.TypeName(p.TypesInfo.TypeOf(arg))] {
				return call
			}
		}
	}
	return nil
}
