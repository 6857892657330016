package setting

import (
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/envdefault"
)

const refuses = "in production lifecycle.CheckEnv reports it, and lifecycle refuses to start, while the variable is missing or local"

// callEnvURL replaces the call at cur, which reads the environment and falls back
// on value, by lifecycle.EnvURL. Where that would leave an import without a use,
// or when the call does more, only the default goes through it.
func callEnvURL(cur inspector.Cursor, call *ast.CallExpr, value ast.Expr, whole bool) func(p *check.Pass) *edit.Fix {
	return func(p *check.Pass) *edit.Fix {
		key := keyOf(p.TypesInfo, call)
		if key == nil {
			return dropDefault(value)(p)
		}
		e := p.Edit(call.Pos())
		if !whole || !keepsImports(p, cur, call) && !dropsImports(p, e, call) {
			return wrapWithKey(p, value, p.Source(key))
		}
		lc := e.Import(call.Pos(), p.Lifecycle(), "lifecycle")
		e.Replace(call.Pos(), call.End(), lc+".EnvURL("+p.Source(key)+", "+p.Source(value)+")")
		return e.Fix("Read "+p.Source(key)+" with "+lc+".EnvURL", refuses)
	}
}

// keyOf returns the first constant string argument in call, or in a call among
// its arguments: the variable's name.
func keyOf(info *types.Info, call *ast.CallExpr) ast.Expr {
	for _, arg := range call.Args {
		if inner, ok := ast.Unparen(arg).(*ast.CallExpr); ok {
			if key := keyOf(info, inner); key != nil {
				return key
			}
		}
		if text, ok := constString(info, arg); ok && shapeOf(text) == notLocal {
			return arg
		}
	}
	return nil
}

// keepsImports reports whether the file's imports are all still used when every
// call of the kinds that fixes replace has gone.
func keepsImports(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) bool {
	var file *ast.File
	for c := range cur.Enclosing((*ast.File)(nil)) {
		file = c.Node().(*ast.File)
	}
	keeps := true
	ast.Inspect(call, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if id, ok := sel.X.(*ast.Ident); ok {
			if _, ok := p.TypesInfo.Uses[id].(*types.PkgName); ok {
				keeps = keeps && edit.KeepsImport(p.TypesInfo, file, sel, func(other *ast.SelectorExpr) bool {
					return replaceable(p, other)
				})
			}
		}
		return true
	})
	return keeps
}

// dropsImports removes the imports that are used in the call alone, and reports whether it could: no
// other fix of the file changes them.
func dropsImports(p *check.Pass, e *edit.Builder, call *ast.CallExpr) bool {
	uses := make(map[types.Object][]*ast.SelectorExpr)
	var order []types.Object
	ast.Inspect(call, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if id, ok := sel.X.(*ast.Ident); ok {
			if pkg, ok := p.TypesInfo.Uses[id].(*types.PkgName); ok {
				if uses[pkg] == nil {
					order = append(order, pkg)
				}
				uses[pkg] = append(uses[pkg], sel)
			}
		}
		return true
	})
	if fixesElsewhere(p, call) {
		return false
	}
	for _, pkg := range order {
		if usedElsewhere(p, pkg, call) {
			continue
		}
		if !e.DropImport(uses[pkg][0], uses[pkg][1:]...) {
			return false
		}
	}
	return true
}

// usedElsewhere reports whether an import is used outside of a call.
func usedElsewhere(p *check.Pass, pkg types.Object, call *ast.CallExpr) bool {
	for id, obj := range p.TypesInfo.Uses {
		if obj == pkg && (id.Pos() < call.Pos() || call.End() <= id.Pos()) {
			return true
		}
	}
	return false
}

// fixesElsewhere reports whether another fix of this analyzer may change the imports of the file.
func fixesElsewhere(p *check.Pass, call *ast.CallExpr) bool {
	found := false
	for _, file := range p.Files {
		if file.FileStart > call.Pos() || call.Pos() >= file.FileEnd {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			found = found || ok && (sel.Pos() < call.Pos() || call.End() <= sel.Pos()) && replaceable(p, sel)
			return !found
		})
	}
	return found
}

// replaceable reports whether a fix of this analyzer could take sel away.
func replaceable(p *check.Pass, sel *ast.SelectorExpr) bool {
	fn := callmatch.Func(p.TypesInfo, sel)
	return callmatch.Name(fn) == "cmp.Or" || envdefault.Of(p.Pass).Func(fn) != nil
}

// wrapEnvURL sends a default that is used when the environment says nothing
// through lifecycle.EnvURL.
func wrapEnvURL(value ast.Expr, key string) func(p *check.Pass) *edit.Fix {
	return func(p *check.Pass) *edit.Fix { return wrapWithKey(p, value, strconv.Quote(key)) }
}

func wrapWithKey(p *check.Pass, value ast.Expr, key string) *edit.Fix {
	if t := p.TypesInfo.TypeOf(value); !types.Identical(types.Default(t), types.Typ[types.String]) {
		return dropDefault(value)(p) // a list, or a type of its own
	}
	e := p.Edit(value.Pos())
	lc := e.Import(value.Pos(), p.Lifecycle(), "lifecycle")
	e.Insert(value.Pos(), lc+".EnvURL("+key+", ")
	e.Insert(value.End(), ")")
	return e.Fix("Take the default from "+lc+".EnvURL", refuses)
}

// dropDefault makes the default empty, where the environment variable, if there
// is one, is not known.
func dropDefault(value ast.Expr) func(p *check.Pass) *edit.Fix {
	return func(p *check.Pass) *edit.Fix {
		if standsForNone(p, value) {
			return nil
		}
		e := p.Edit(value.Pos())
		none := `""`
		if _, isList := p.TypesInfo.TypeOf(value).Underlying().(*types.Slice); isList {
			none = "nil"
		}
		e.Replace(value.Pos(), value.End(), none)
		return e.Fix("Drop the local default", "without the setting there is no address to connect to")
	}
}

// requireFlag makes a flag required that a chain of calls gives a default: an empty one would be a value, the first of a
// list.
func requireFlag(chain *ast.CallExpr) func(p *check.Pass) *edit.Fix {
	return func(p *check.Pass) *edit.Fix {
		sel, ok := ast.Unparen(chain.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		e := p.Edit(chain.Pos())
		e.Replace(sel.Sel.Pos(), chain.End(), "Required()")
		return e.Fix("Require the setting instead of a local default", "the program refuses to start without the setting")
	}
}

// dropStatement takes the statement that sets the default away.
func dropStatement(stmt inspector.Cursor) func(p *check.Pass) *edit.Fix {
	return func(p *check.Pass) *edit.Fix {
		if standsForNone(p, stmt.Node()) {
			return nil
		}
		e := p.Edit(stmt.Node().Pos())
		e.DeleteLines(stmt.Node())
		return e.Fix("Drop the local default", "without the setting there is no address to connect to")
	}
}

// standsForNone reports whether the default in n is an address that is not connected to: what sends the request
// puts another one in its place, and needs it to be there.
func standsForNone(p *check.Pass, n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		expr, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if v := p.TypesInfo.Types[expr].Value; v != nil && v.Kind() == constant.String {
			found = found || shapeOf(constant.StringVal(v)) == anyHost
		}
		return !found
	})
	return found
}

// requireTag takes the default out of a struct tag, and makes the setting required, as the
// library defines it.
func requireTag(lit *ast.BasicLit, tag reflect.StructTag, lib catalog.DefaultTag, value string) func(p *check.Pass) *edit.Fix {
	return func(p *check.Pass) *edit.Fix {
		text := string(tag)
		switch {
		case lib.Option != "":
			text = strings.Replace(text, lib.Option+value, lib.Required, 1)
			text = strings.Replace(text, ",\"", "\"", 1)
		case strings.HasPrefix(lib.Required, ","):
			text = strings.Replace(text, lib.Tag+":"+strconv.Quote(value), "", 1)
			key := lib.Keys[0] + `:"` + tag.Get(lib.Keys[0])
			text = strings.Replace(text, key, key+lib.Required, 1)
		default:
			text = strings.Replace(text, lib.Tag+":"+strconv.Quote(value), lib.Required, 1)
		}
		text = strings.Join(strings.Fields(text), " ")
		e := p.Edit(lit.Pos())
		e.Replace(lit.Pos(), lit.End(), "`"+text+"`")
		if lib.Required == "" {
			return e.Fix("Drop the local default", "without the setting there is no address to connect to")
		}
		return e.Fix("Require the setting instead of a local default", "the program refuses to start without the setting")
	}
}
