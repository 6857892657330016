package backgroundoverparam

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

type reconciler struct {
	client.Client
	cluster client.Client
}

// An object of the cluster outlasts the process.
func (r *reconciler) create(ctx context.Context, obj client.Object) error {
	return r.cluster.Create(context.TODO(), obj) // want `r\.cluster\.Create keeps running after the caller's context is canceled`
}

func (r *reconciler) update(ctx context.Context, obj client.Object) error {
	return r.Update(context.TODO(), obj) // want `r\.Update keeps running after the caller's context is canceled`
}

// So does one that only asks.
func (r *reconciler) get(ctx context.Context, obj client.Object) error {
	return r.cluster.Get(context.TODO(), obj.GetName(), obj) // want `r\.cluster\.Get keeps running after the caller's context is canceled`
}
