// Package v1 is a stub.
package v1

import "context"

type Pod struct{ Name string }

type PodList struct{ Items []Pod }

type PodInterface interface {
	List(ctx context.Context) (*PodList, error)
}
