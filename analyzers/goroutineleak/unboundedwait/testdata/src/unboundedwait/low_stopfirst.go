package unboundedwait

// A second call may be the one that forces the end.
func (b *backend) end(force bool) {
	if force {
		b.rpc.Stop()
		return
	}
	b.rpc.GracefulStop() // want `b\.rpc\.GracefulStop\(\) in end has no limit`
}
