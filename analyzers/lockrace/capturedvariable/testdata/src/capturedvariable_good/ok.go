package good

// save waits for what it starts.
func save(write func() error) error {
	saved := make(chan error, 1)
	go func() { saved <- write() }()
	return <-saved
}
