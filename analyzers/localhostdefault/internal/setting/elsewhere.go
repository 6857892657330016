package setting

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// onlyWithoutPlatform reports whether at is in one branch of stmt and the other
// gives the same setting a default that is made from something:
//
//	if platform.Enabled() {
//		v.SetDefault("db.host", platform.Database.Host)
//	} else {
//		v.SetDefault("db.host", "localhost")
//	}
func (f *finder) onlyWithoutPlatform(s *Setting, stmt *ast.IfStmt, at ast.Node) bool {
	if stmt.Else == nil || s.Key == "" && s.Field == nil {
		return false
	}
	var other ast.Node = stmt.Else
	if at == other {
		other = stmt.Body
	} else if at != ast.Node(stmt.Body) {
		return false
	}
	found := false
	ast.Inspect(other, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			d, ok := catalog.Defaults[callmatch.CalleeName(f.TypesInfo, n)]
			found = found || ok && !d.Flag && max(d.Key, d.Default) < len(n.Args) &&
				lastText(f.TypesInfo, n.Args[d.Key]) == s.Key && f.isMade(n.Args[d.Default])
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				found = found || s.Field != nil && len(n.Rhs) == len(n.Lhs) && variable(f.TypesInfo, lhs) == s.Field && f.isMade(n.Rhs[i])
			}
		}
		return !found
	})
	return found
}

// isMade reports whether a value is no constant, and not what is read for the setting
// itself:
//
//	if v := os.Getenv("DB_HOST"); v != "" { c.Host = v } else { c.Host = "localhost" }
func (f *finder) isMade(expr ast.Expr) bool {
	if f.TypesInfo.Types[expr].Value != nil || f.readFrom(expr).name != "" {
		return false
	}
	v := variable(f.TypesInfo, expr)
	for _, decl := range f.index.Decls {
		if v != nil && !v.IsField() && decl.Pos() <= expr.Pos() && expr.End() <= decl.End() {
			return f.assignedFrom(decl, v).name == ""
		}
	}
	return true
}
