package lockset

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// IsBasic reports whether values of a type are numbers, strings or booleans.
func IsBasic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// IsContainer reports whether a type is a map or a slice.
func IsContainer(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map, *types.Slice:
		return true
	}
	return false
}

// IsStruct reports whether a type is a struct.
func IsStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// IsMap reports whether a type is a map.
func IsMap(t types.Type) bool {
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// IsPointer reports whether a type is a pointer.
func IsPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// IsParameter reports whether a value is a parameter of its function.
func IsParameter(v ssa.Value) bool {
	_, ok := v.(*ssa.Parameter)
	return ok
}

// Works reports whether a value of a type is something to work with, and no data.
func Works(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Interface, *types.Signature, *types.Pointer:
		return true
	}
	return false
}
