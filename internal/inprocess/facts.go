package inprocess

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// Facts are what analyzers know of packages and of what these declare.
type Facts struct {
	objects  map[objectFact]analysis.Fact
	packages map[packageFact]analysis.Fact
}

type objectFact struct {
	obj  types.Object
	kind reflect.Type
}

type packageFact struct {
	path string
	kind reflect.Type
}

func newFacts() *Facts {
	return &Facts{make(map[objectFact]analysis.Fact), make(map[packageFact]analysis.Fact)}
}

// In returns the facts as those about the objects of another check of the same package,
// which its importers refer to. Facts about objects that these cannot name are left out,
// as they are between two processes.
func (f *Facts) In(pkg *types.Package) *Facts {
	moved := newFacts()
	var paths objectpath.Encoder
	for k, fact := range f.objects {
		path, err := paths.For(k.obj)
		if err != nil {
			continue
		}
		if obj, err := objectpath.Object(pkg, path); err == nil {
			moved.objects[objectFact{obj, k.kind}] = fact
		}
	}
	for k, fact := range f.packages {
		if k.path == pkg.Path() {
			moved.packages[k] = fact
		}
	}
	return moved
}

// Equal reports whether importers learn the same from both.
func (f *Facts) Equal(other *Facts) bool { return reflect.DeepEqual(f, other) }
