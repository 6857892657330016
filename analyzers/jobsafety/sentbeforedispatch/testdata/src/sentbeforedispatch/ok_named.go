package sentbeforedispatch

import "context"

// It is stored after the call.
func (d *desk) after(ctx context.Context, n notice) error {
	if err := d.courier.Deliver(ctx, n); err != nil {
		return err
	}
	return d.notices.MarkSent(ctx, n.ID)
}

// Another state is stored when the call fails.
func (d *desk) corrected(ctx context.Context, n notice) error {
	if err := d.notices.MarkSent(ctx, n.ID); err != nil {
		return err
	}
	if err := d.courier.Deliver(ctx, n); err != nil {
		_ = d.notices.MarkFailed(ctx, n.ID)
		return err
	}
	return nil
}

// The state is one of work that goes on.
func (d *desk) working(ctx context.Context, n notice) error {
	if err := d.notices.UpdateStatus(ctx, n.ID, "sending"); err != nil {
		return err
	}
	return d.courier.Deliver(ctx, n)
}

// The state is stored with a transaction, which a failure undoes.
func (d *desk) together(ctx context.Context, n notice) error {
	return d.notices.RunInTx(ctx, func(ctx context.Context) error {
		if err := d.notices.MarkSent(ctx, n.ID); err != nil {
			return err
		}
		return d.courier.Deliver(ctx, n)
	})
}

// The call is about something else.
func (d *desk) other(ctx context.Context, n, report notice) error {
	if err := d.notices.MarkSent(ctx, n.ID); err != nil {
		return err
	}
	return d.courier.Deliver(ctx, report)
}

// Meant so, and says why.
func (d *desk) once(ctx context.Context, n notice) error {
	// Stored first on purpose: at most one notice, even if that means that one is lost.
	if err := d.notices.MarkSent(ctx, n.ID); err != nil {
		return err
	}
	return d.courier.Deliver(ctx, n)
}
