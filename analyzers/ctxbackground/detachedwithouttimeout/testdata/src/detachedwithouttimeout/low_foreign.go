package detachedwithouttimeout

import (
	"context"

	kube "sigs.k8s.io/controller-runtime/pkg/client"
)

type marker struct{ store kube.Client }

// What implements the interface is not known here, and may set a limit.
func (m *marker) mark(ctx context.Context, obj kube.Object) error {
	return m.store.Update(context.WithoutCancel(ctx), obj) // want `m\.store\.Update can block forever, and shutdown cannot cancel it`
}
