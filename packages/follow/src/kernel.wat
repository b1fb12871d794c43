;; What `kernel.ts` computes for many pixels at once. All pointers are offsets of bytes in the memory.
(module
  (import "kernel" "memory" (memory 1))

  (func $total (param $lanes v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $lanes)) (i32x4.extract_lane 1 (local.get $lanes)))
      (i32.add (i32x4.extract_lane 2 (local.get $lanes)) (i32x4.extract_lane 3 (local.get $lanes)))))

  ;; Sums over two rectangles of `width` (a multiple of 16) by `rows` pixels: of the values of a and of b, of their squares, of
  ;; their products. Five integers of 32 bits at the start of the memory.
  (func (export "sums")
    (param $a i32) (param $strideA i32) (param $b i32) (param $strideB i32) (param $width i32) (param $rows i32)
    (local $x i32) (local $va v128) (local $vb v128)
    (local $lowA v128) (local $highA v128) (local $lowB v128) (local $highB v128)
    (local $sumA v128) (local $sumB v128) (local $squaresA v128) (local $squaresB v128) (local $products v128)
    (loop $row
      (local.set $x (i32.const 0))
      (loop $column
        (local.set $va (v128.load (i32.add (local.get $a) (local.get $x))))
        (local.set $vb (v128.load (i32.add (local.get $b) (local.get $x))))
        (local.set $lowA (i16x8.extend_low_i8x16_u (local.get $va)))
        (local.set $highA (i16x8.extend_high_i8x16_u (local.get $va)))
        (local.set $lowB (i16x8.extend_low_i8x16_u (local.get $vb)))
        (local.set $highB (i16x8.extend_high_i8x16_u (local.get $vb)))
        (local.set $sumA (i32x4.add (local.get $sumA)
          (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $va)))))
        (local.set $sumB (i32x4.add (local.get $sumB)
          (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $vb)))))
        (local.set $squaresA (i32x4.add (local.get $squaresA)
          (i32x4.add
            (i32x4.dot_i16x8_s (local.get $lowA) (local.get $lowA))
            (i32x4.dot_i16x8_s (local.get $highA) (local.get $highA)))))
        (local.set $squaresB (i32x4.add (local.get $squaresB)
          (i32x4.add
            (i32x4.dot_i16x8_s (local.get $lowB) (local.get $lowB))
            (i32x4.dot_i16x8_s (local.get $highB) (local.get $highB)))))
        (local.set $products (i32x4.add (local.get $products)
          (i32x4.add
            (i32x4.dot_i16x8_s (local.get $lowA) (local.get $lowB))
            (i32x4.dot_i16x8_s (local.get $highA) (local.get $highB)))))
        (local.set $x (i32.add (local.get $x) (i32.const 16)))
        (br_if $column (i32.lt_u (local.get $x) (local.get $width))))
      (local.set $a (i32.add (local.get $a) (local.get $strideA)))
      (local.set $b (i32.add (local.get $b) (local.get $strideB)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br_if $row (local.get $rows)))
    (i32.store (i32.const 0) (call $total (local.get $sumA)))
    (i32.store (i32.const 4) (call $total (local.get $sumB)))
    (i32.store (i32.const 8) (call $total (local.get $squaresA)))
    (i32.store (i32.const 12) (call $total (local.get $squaresB)))
    (i32.store (i32.const 16) (call $total (local.get $products))))

  ;; Strength of edges (Sobel, |dx| + |dy| over 4, at most 255) of `count` pixels of one row, a multiple of 8.
  ;; Returns 0 where none of them is on an edge.
  (func (export "edges") (param $from i32) (param $stride i32) (param $to i32) (param $count i32) (result i32)
    (local $above i32) (local $below i32) (local $end i32) (local $found v128)
    (local $a0 v128) (local $a2 v128) (local $b0 v128) (local $b2 v128) (local $strength v128)
    (local.set $above (i32.sub (local.get $from) (local.get $stride)))
    (local.set $below (i32.add (local.get $from) (local.get $stride)))
    (local.set $end (i32.add (local.get $to) (local.get $count)))
    (loop $next
      (local.set $a0 (v128.load8x8_u (i32.sub (local.get $above) (i32.const 1))))
      (local.set $a2 (v128.load8x8_u offset=1 (local.get $above)))
      (local.set $b0 (v128.load8x8_u (i32.sub (local.get $below) (i32.const 1))))
      (local.set $b2 (v128.load8x8_u offset=1 (local.get $below)))
      (local.set $strength
        (i16x8.shr_u
          (i16x8.add
            (i16x8.abs (i16x8.sub
              (i16x8.add
                (i16x8.add (local.get $a2) (local.get $b2))
                (i16x8.shl (v128.load8x8_u offset=1 (local.get $from)) (i32.const 1)))
              (i16x8.add
                (i16x8.add (local.get $a0) (local.get $b0))
                (i16x8.shl (v128.load8x8_u (i32.sub (local.get $from) (i32.const 1))) (i32.const 1)))))
            (i16x8.abs (i16x8.sub
              (i16x8.add
                (i16x8.add (local.get $b0) (local.get $b2))
                (i16x8.shl (v128.load8x8_u (local.get $below)) (i32.const 1)))
              (i16x8.add
                (i16x8.add (local.get $a0) (local.get $a2))
                (i16x8.shl (v128.load8x8_u (local.get $above)) (i32.const 1))))))
          (i32.const 2)))
      (local.set $found (v128.or (local.get $found) (local.get $strength)))
      (v128.store64_lane 0 (local.get $to) (i8x16.narrow_i16x8_u (local.get $strength) (local.get $strength)))
      (local.set $from (i32.add (local.get $from) (i32.const 8)))
      (local.set $above (i32.add (local.get $above) (i32.const 8)))
      (local.set $below (i32.add (local.get $below) (i32.const 8)))
      (local.set $to (i32.add (local.get $to) (i32.const 8)))
      (br_if $next (i32.lt_u (local.get $to) (local.get $end))))
    (v128.any_true (local.get $found))))
