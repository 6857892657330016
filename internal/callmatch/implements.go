package callmatch

import (
	"go/ast"
	"go/types"
	"strings"
)

// CatalogName is CalleeName, and for a call of an interface's method the name of that among the
// keys of a table which it may run: a method of a type that implements the interface, of a package
// which this one imports. It is the smallest where there are several.
//
//	type source interface { ReadMessage(context.Context) (kafka.Message, error) }
func CatalogName[V any](pkg *types.Package, info *types.Info, call *ast.CallExpr, table map[string]V) string {
	fn := Callee(info, call)
	name := Name(fn)
	if _, known := table[name]; known || fn == nil || fn.Signature().Recv() == nil {
		return name
	}
	iface, ok := fn.Signature().Recv().Type().Underlying().(*types.Interface)
	if !ok {
		return name
	}
	found := ""
	for key := range table {
		if strings.HasSuffix(key, ")."+fn.Name()) && (found == "" || key < found) && implementedBy(pkg, key, iface) {
			found = key
		}
	}
	if found != "" {
		return found
	}
	return name
}

// implementedBy reports whether the receiver of a method, "(*path.Type).Method", implements an
// interface.
func implementedBy(pkg *types.Package, method string, iface *types.Interface) bool {
	recv, _, _ := strings.Cut(strings.TrimPrefix(method, "("), ")")
	recv = strings.TrimPrefix(recv, "*")
	dot := strings.LastIndexByte(recv, '.')
	if dot < 0 {
		return false
	}
	for _, imported := range pkg.Imports() {
		if imported.Path() != recv[:dot] {
			continue
		}
		obj, ok := imported.Scope().Lookup(recv[dot+1:]).(*types.TypeName)
		return ok && (types.Implements(obj.Type(), iface) || types.Implements(types.NewPointer(obj.Type()), iface))
	}
	return false
}
