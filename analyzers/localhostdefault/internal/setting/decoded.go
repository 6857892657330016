package setting

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// decoded reports whether the struct literal at cur holds the defaults of a
// configuration: it is stored in a variable, or returned by a function whose
// result is, that a decoder then fills in.
func (f *finder) decoded(cur inspector.Cursor) bool {
	for {
		switch cur.Parent().Node().(type) {
		case *ast.UnaryExpr, *ast.ParenExpr:
			cur = cur.Parent()
			continue
		case *ast.KeyValueExpr: // a struct in a struct
			cur = cur.Parent().Parent()
			continue
		case *ast.ReturnStmt:
			for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
				obj, _ := f.TypesInfo.Defs[fn.Node().(*ast.FuncDecl).Name].(*types.Func)
				return obj != nil && f.resultDecoded(obj)
			}
			return false
		}
		v := f.destination(cur)
		return v != nil && f.variableDecoded(v)
	}
}

func (f *finder) resultDecoded(fn *types.Func) bool {
	if known, ok := f.fills[fn]; ok {
		return known
	}
	f.fills[fn] = false
	for _, call := range astindex.Of(f.Pass).Calls[fn] {
		if cur, ok := astindex.Find(f.in, call.Expr); ok {
			if v := f.destination(cur); v != nil && f.variableDecoded(v) {
				f.fills[fn] = true
				return true
			}
		}
	}
	return false
}

// variableDecoded reports whether v, or its address, is given to a decoder.
func (f *finder) variableDecoded(v *types.Var) bool {
	if known, ok := f.fills[v]; ok {
		return known
	}
	f.fills[v] = false
	for _, id := range astindex.Of(f.Pass).Uses[v] {
		use, ok := astindex.Find(f.in, id)
		if !ok {
			continue
		}
		if amp, ok := use.Parent().Node().(*ast.UnaryExpr); ok && amp.Op == token.AND {
			use = use.Parent()
		}
		call, ok := use.Parent().Node().(*ast.CallExpr)
		if !ok {
			continue
		}
		d, ok := catalog.Decoders[callmatch.CalleeName(f.TypesInfo, call)]
		if ok && d.Into < len(call.Args) && call.Args[d.Into] == use.Node() {
			f.fills[v] = true
			return true
		}
	}
	return false
}

// tags finds defaults in struct tags, of the libraries that the package imports.
func (f *finder) tags(st *ast.StructType) {
	for _, field := range st.Fields.List {
		if field.Tag == nil {
			continue
		}
		text, err := strconv.Unquote(field.Tag.Value)
		if err != nil || !strings.Contains(text, "default") && !strings.Contains(text, "Default") {
			continue
		}
		f.defaultTag(field, reflect.StructTag(text))
	}
}

// defaultTag looks for a local default in the tags of field, first in the form
// of the libraries of which another tag of it speaks.
func (f *finder) defaultTag(field *ast.Field, tag reflect.StructTag) {
	for _, named := range []bool{true, false} {
		for _, lib := range catalog.DefaultTags {
			if named == hasKey(tag, lib) && f.imports(lib.Import) && f.tag(field, tag, lib) {
				return
			}
		}
	}
}

func hasKey(tag reflect.StructTag, lib catalog.DefaultTag) bool {
	return slices.ContainsFunc(lib.Keys, func(key string) bool {
		_, ok := tag.Lookup(key)
		return ok
	})
}

// tag reports whether field has a local default in the form of lib, and adds it.
func (f *finder) tag(field *ast.Field, tag reflect.StructTag, lib catalog.DefaultTag) bool {
	value, ok := tag.Lookup(lib.Tag)
	if !ok {
		return false
	}
	if lib.Option != "" {
		_, value, ok = strings.Cut(value, lib.Option)
		if !ok {
			return false
		}
		value, _, _ = strings.Cut(value, ",")
	}
	if shapeOf(value) == notLocal {
		return false
	}
	for _, about := range []string{"desc", "description", "usage", "help"} {
		if saysOptional(tag.Get(about)) {
			return true // it has been looked at
		}
	}
	key := ""
	if len(field.Names) > 0 {
		key = field.Names[0].Name
	}
	for _, k := range lib.Keys {
		if name, _, _ := strings.Cut(tag.Get(k), ","); name != "" {
			key = name
			break
		}
	}
	s := &Setting{At: field.Tag, Value: value, Key: key, flag: lib.Flag, Fix: requireTag(field.Tag, tag, lib, value)}
	if len(field.Names) > 0 {
		s.Field, _ = f.TypesInfo.Defs[field.Names[0]].(*types.Var)
	}
	f.found = append(f.found, s)
	return true
}

// imports reports whether the package imports the module at path, in whatever
// major version.
func (f *finder) imports(path string) bool {
	for _, p := range f.Pkg.Imports() {
		if rest, ok := strings.CutPrefix(p.Path(), path); ok && (rest == "" || strings.HasPrefix(rest, "/v")) {
			return true
		}
	}
	return false
}
