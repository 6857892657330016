package stopnevercalled_kept

import "stopnevercalled_kept/worker"

func countWorker() int {
	w := worker.New() // want `the goroutine that worker\.New starts at .* is leaked: nothing calls w\.Stop`
	return workers.Count(w)
}
