package durationunit

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A use is what gets a duration.
type use struct {
	scaled ast.Node // where that is multiplied, or becomes a number again; nil if the package does neither
	asIs   bool     // it is used as it is, here or outside of the module
}

func (u *use) doubts(at ast.Node) []check.Doubt {
	if u.asIs {
		return nil
	}
	return []check.Doubt{check.Doubting(verdict.ScaledLater, at.Pos())}
}

// useOf returns what a call, a field or a variable does with the duration at cur, nil if none of
// these gets it.
func useOf(p *check.Pass, cur inspector.Cursor) *use {
	switch kind, i := cur.ParentEdge(); kind {
	case edge.CallExpr_Args:
		return passedTo(p, cur.Parent().Node().(*ast.CallExpr), i)
	case edge.KeyValueExpr_Value:
		if key, ok := cur.Parent().Node().(*ast.KeyValueExpr).Key.(*ast.Ident); ok {
			return keptIn(p, p.TypesInfo.Uses[key])
		}
	case edge.AssignStmt_Rhs:
		assign := cur.Parent().Node().(*ast.AssignStmt)
		if len(assign.Lhs) == len(assign.Rhs) && (assign.Tok == token.ASSIGN || assign.Tok == token.DEFINE) {
			return keptIn(p, callmatch.Object(p.TypesInfo, assign.Lhs[i]))
		}
	case edge.ReturnStmt_Results:
		return returnedBy(p, cur)
	case edge.ValueSpec_Values:
		return keptIn(p, p.TypesInfo.Defs[cur.Parent().Node().(*ast.ValueSpec).Names[i]])
	}
	return nil
}

// returnedBy returns what the package does with the results of the function that returns the duration.
func returnedBy(p *check.Pass, cur inspector.Cursor) *use {
	decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
	if !ok {
		return nil
	}
	fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	calls := astindex.Of(p.Pass).Calls[fn]
	u := &use{asIs: len(calls) > 0}
	for _, call := range calls {
		at, ok := astindex.Find(cur.Inspector(), call.Expr)
		if !ok {
			continue
		}
		switch parent := at.Parent().Node().(type) {
		case *ast.BinaryExpr:
			if parent.Op == token.MUL || parent.Op == token.QUO {
				return &use{scaled: parent}
			}
		case *ast.CallExpr:
			if p.TypesInfo.Types[parent.Fun].IsType() {
				return &use{scaled: parent}
			}
		}
	}
	return u
}

// passedTo returns what a function does with its i-th argument.
func passedTo(p *check.Pass, call *ast.CallExpr, i int) *use {
	fn := callmatch.Callee(p.TypesInfo, call)
	switch {
	case p.TypesInfo.Types[call.Fun].IsType() || fn == nil:
		return nil
	case fn.Pkg() == p.Pkg && astindex.Of(p.Pass).Decls[fn.Origin()] != nil && i < fn.Signature().Params().Len():
		return keptIn(p, fn.Origin().Signature().Params().At(i))
	}
	return &use{asIs: callmatch.Std(fn) || callmatch.Foreign(p.Pass, fn)}
}

// keptIn returns what the package does with a variable, a field or a parameter.
func keptIn(p *check.Pass, obj types.Object) *use {
	v, ok := obj.(*types.Var)
	if !ok {
		return nil
	}
	u := &use{asIs: v.Pkg() != p.Pkg && (callmatch.Std(v) || callmatch.Foreign(p.Pass, v))}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, id := range astindex.Of(p.Pass).Uses[v] {
		cur, ok := astindex.Find(in, id)
		if !ok {
			continue
		}
		for kind, _ := cur.ParentEdge(); kind == edge.SelectorExpr_Sel || kind == edge.ParenExpr_X; kind, _ = cur.ParentEdge() {
			cur = cur.Parent()
		}
		switch parent := cur.Parent().Node().(type) {
		case *ast.BinaryExpr:
			if parent.Op == token.MUL || parent.Op == token.QUO {
				u.scaled = parent
				return u
			}
		case *ast.CallExpr:
			if p.TypesInfo.Types[parent.Fun].IsType() {
				u.scaled = parent
				return u
			}
			u.asIs = true
		}
	}
	return u
}
