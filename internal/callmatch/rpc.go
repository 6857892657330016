package callmatch

import (
	"go/types"
	"strings"
)

// AnswersCall reports whether a signature is that of a method which answers one call of gRPC: it
// is given a message, and its receiver embeds what generated code has for servers.
func AnswersCall(sig *types.Signature) bool {
	if sig.Recv() == nil || sig.Variadic() || sig.Params().Len() != 2 || sig.Results().Len() != 2 || !IsError(sig.Results().At(1).Type()) {
		return false
	}
	return isMessage(sig.Params().At(1).Type()) && isMessage(sig.Results().At(0).Type()) && embedsServer(sig.Recv().Type())
}

// isMessage reports whether a type is a message of protocol buffers.
func isMessage(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "ProtoReflect")
	_, ok := obj.(*types.Func)
	return ok
}

// embedsServer reports whether a type embeds UnimplementedGreeterServer, or the like.
func embedsServer(t types.Type) bool {
	st, ok := Deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Embedded() && strings.HasSuffix(f.Name(), "Server") && (strings.HasPrefix(f.Name(), "Unimplemented") || strings.HasPrefix(f.Name(), "Unsafe")) {
			return true
		}
	}
	return false
}

// IsServerStream reports whether a type is the server's side of a stream of gRPC: the interface,
// or one that generated code makes of it.
func IsServerStream(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, false, nil, "SetTrailer")
	fn, ok := obj.(*types.Func)
	return ok && types.IsInterface(t) && fn.Pkg() != nil && fn.Pkg().Path() == "google.golang.org/grpc"
}
