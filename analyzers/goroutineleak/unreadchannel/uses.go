package unreadchannel

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// mentioned returns a place where the package uses a channel, or a method of an interface of its own that stands for
// the one that returns it; nil where there is none.
func mentioned(p *check.Pass, ch types.Object) ast.Node {
	index := astindex.Of(p.Pass)
	if field, ok := ch.(*types.Var); ok {
		for _, id := range index.Uses[field] {
			return id
		}
		return nil
	}
	for _, call := range calls.All(p.Pass) {
		if call.Func != nil && (call.Func == ch || call.Func.Name() == ch.Name() && ofOwnInterface(p, call.Func)) {
			return call.Expr
		}
	}
	for _, id := range index.Values[ch.(*types.Func)] {
		return id
	}
	return nil
}

func ofOwnInterface(p *check.Pass, fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return fn.Pkg() == p.Pkg && recv != nil && types.IsInterface(recv.Type())
}

// switchedOn reports whether a library sends on a channel at all, and what makes that doubtful.
func switchedOn(p *check.Pass, call *calls.Call, row *catalog.Unread) (on bool, unsure []check.Doubt) {
	switch {
	case row.Feeds != nil:
		return fed(p, row.Feeds) && !names(p, row.Option), nil
	case row.Setting == nil:
		return true, nil
	}
	on = row.On
	for value := range settings(p, strings.Join(row.Setting, ".")) {
		c := p.TypesInfo.Types[value].Value
		if c == nil || c.Kind() != constant.Bool || constant.BoolVal(c) != row.On {
			return !row.On && c != nil, nil
		}
	}
	if made := catalog.Configs[call.Func.Pkg().Path()]; on && !makes(p, made) {
		unsure = append(unsure, check.Doubting(verdict.ReadElsewhere, call.Expr.Pos()))
	}
	return on, unsure
}

// settings yields the values that the package assigns to a setting of a configuration, such as
// cfg.Producer.Return.Errors.
func settings(p *check.Pass, path string) func(yield func(ast.Expr) bool) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	return func(yield func(ast.Expr) bool) {
		for cur := range in.Root().Preorder((*ast.AssignStmt)(nil)) {
			assign := cur.Node().(*ast.AssignStmt)
			for i, lhs := range assign.Lhs {
				if len(assign.Rhs) == len(assign.Lhs) && strings.HasSuffix("."+types.ExprString(lhs), "."+path) && !yield(assign.Rhs[i]) {
					return
				}
			}
		}
	}
}

func makes(p *check.Pass, constructor string) bool {
	for _, call := range calls.All(p.Pass) {
		if call.Name == constructor {
			return true
		}
	}
	return false
}

// fed reports whether the package makes a call after which the library sends on the channel.
func fed(p *check.Pass, feed *catalog.Feed) bool {
	for _, call := range calls.All(p.Pass) {
		if call.Name == feed.Call && p.TypesInfo.Types[call.Expr.Args[feed.Arg]].IsNil() {
			return true
		}
	}
	return false
}

// names reports whether the package names an option of a configuration.
func names(p *check.Pass, option string) bool {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.BasicLit)(nil)) {
		if strings.Trim(cur.Node().(*ast.BasicLit).Value, "\"`") == option {
			return true
		}
	}
	return false
}
