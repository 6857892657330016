package backgroundoverparam

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// What an object of the cluster becomes is background-change's.
func create(ctx context.Context, c client.Client, obj client.Object) error {
	return c.Create(context.TODO(), obj)
}
