package usedbeforeerror

import (
	"context"
	"log"

	corev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// The typed clients return an empty list beside an error.
func podNames(ctx context.Context, pods corev1.PodInterface) (names []string) {
	list, err := pods.List(ctx)
	if err != nil {
		log.Print(err)
	}
	for _, pod := range list.Items {
		names = append(names, pod.Name)
	}
	return names
}
