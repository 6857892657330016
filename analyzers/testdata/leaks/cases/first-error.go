//leak:pattern Loop over results that is left at the first error
//leak:source GCatch; Uber, premature return
//leak:reported goroutineleak/blocked-send

package cases

func init() { All["first-error"] = func() { _ = firstError([]string{"a", "b", "c"}) } }

func firstError(items []string) error {
	errs := make(chan error)
	for range items {
		go func() { errs <- fails() }()
	}
	for range items {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}
