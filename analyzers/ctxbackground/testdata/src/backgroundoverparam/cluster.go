package backgroundoverparam

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// What an object of the cluster becomes is background-change's.
func create(ctx context.Context, c client.Client, obj client.Object) error {
	return c.Create(context.TODO(), obj)
}

func look(ctx context.Context, c client.Client, obj client.Object) error {
	return c.Get(context.TODO(), obj.GetName(), obj) // want `c.Get gets context.TODO\(\) although ctx is at hand`
}
