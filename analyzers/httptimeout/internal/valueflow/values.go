package valueflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
)

// AssignedValues returns what is assigned to v in decl; nil stands for something
// that is not an expression of its own.
func AssignedValues(info *types.Info, decl ast.Node, v *types.Var) []ast.Expr {
	var values []ast.Expr
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if id, ok := lhs.(*ast.Ident); !ok || info.ObjectOf(id) != v {
					continue
				}
				values = append(values, n.Rhs[min(i, len(n.Rhs)-1)])
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if info.Defs[id] == v && len(n.Values) > 0 {
					values = append(values, n.Values[min(i, len(n.Values)-1)])
				}
			}
		case *ast.UnaryExpr:
			if id, ok := n.X.(*ast.Ident); ok && n.Op == token.AND && info.Uses[id] == v {
				values = append(values, nil)
			}
		}
		return true
	})
	return values
}

// HTTPClient is the name of the type http.Client.
const HTTPClient = string(httplimits.Client)

// HTTPServer is the name of the type http.Server.
const HTTPServer = string(httplimits.Server)

// IsPointer reports whether t is a pointer.
func IsPointer(t types.Type) bool {
	_, ok := types.Unalias(t).Underlying().(*types.Pointer)
	return ok
}

// WithAmpersand returns the expression at cur together with the & before it.
func WithAmpersand(cur inspector.Cursor) inspector.Cursor {
	if amp, ok := cur.Parent().Node().(*ast.UnaryExpr); ok && amp.Op == token.AND {
		return cur.Parent()
	}
	return cur
}

// MadeByModule reports whether call is one of a constructor in the module that is looked
// at: what it returns is reported where it is made.
func MadeByModule(p *check.Pass, call *ast.CallExpr) bool {
	return OfModule(p, callmatch.Callee(p.TypesInfo, call))
}

// OfModule reports whether a function is one of the module that is looked at.
func OfModule(p *check.Pass, fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	return fn.Pkg() == p.Pkg || p.Module != nil && p.Module.Path != "" && strings.HasPrefix(fn.Pkg().Path()+"/", p.Module.Path+"/")
}
