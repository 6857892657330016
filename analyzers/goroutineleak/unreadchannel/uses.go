package unreadchannel

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
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
	for id, used := range p.TypesInfo.Uses {
		fn, ok := used.(*types.Func)
		if ok && (fn == ch || fn.Name() == ch.Name() && fn.Pkg() == p.Pkg && fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type())) {
			return id
		}
	}
	return nil
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

// escapes returns where a value gets that is made by a call and cannot be followed any more, its call where that is
// not known, and no place where each use of the value is known.
func escapes(p *check.Pass, call *ast.CallExpr, method string) token.Pos {
	flow := ssaflow.Of(p.Pass)
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			made, ok := instr.(*ssa.Call)
			if !ok || made.Pos() != call.Lparen {
				continue
			}
			fate := flow.Fate(first(made), map[string]bool{method: true})
			switch {
			case fate.Gone:
				return call.Pos()
			case len(fate.Given) > 0:
				return fate.Given[0].Pos()
			}
			return token.NoPos
		}
	}
	return call.Pos()
}

// first returns the first result of a call.
func first(call *ssa.Call) ssa.Value {
	if _, tuple := call.Type().(*types.Tuple); !tuple {
		return call
	}
	for _, ref := range *call.Referrers() {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == 0 {
			return ex
		}
	}
	return call
}

// place returns where a finding belongs: at the receive from another channel of the value, with a hop to the call
// that makes it, else at that call.
func place(p *check.Pass, call *ast.CallExpr, made types.Type, row *catalog.Unread) (ast.Node, []check.Hop) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.UnaryExpr)(nil), (*ast.RangeStmt)(nil)) {
		ch := received(cur.Node())
		if ch == nil {
			continue
		}
		if call, ok := ast.Unparen(ch).(*ast.CallExpr); ok {
			ch = call.Fun
		}
		sel, ok := ast.Unparen(ch).(*ast.SelectorExpr)
		if ok && sel.Sel.Name != row.Name && types.Identical(p.TypesInfo.TypeOf(sel.X), made) && callmatch.TypeName(made) != "" {
			return ch, []check.Hop{{Pos: call.Pos(), Message: "made here"}}
		}
	}
	return call, nil
}

// received returns the channel that a node receives from, nil where it receives from none.
func received(n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			return n.X
		}
	case *ast.RangeStmt:
		return n.X
	}
	return nil
}
